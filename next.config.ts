import type { NextConfig } from 'next';

/** Security headers of pages are set in front of Next, with a new nonce for each request: `server/http/front/serve-pages.ts`. */
export default {
  images: { unoptimized: true },
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // `npm test` checks the types. An installed product has no test tools, so a check of the whole project would fail there.
  typescript: { ignoreBuildErrors: true },
} satisfies NextConfig;
