import reactFlow from '@xyflow/react/package.json' with { type: 'json' };

/**
 * Security headers of pages are set in front of Next, with a new nonce for each request:
 * `server/http/front/serve-pages.ts`. The file is JavaScript: to read TypeScript, Next loads its
 * compiler of 96 MB at each start.
 *
 * @type {import('next').NextConfig}
 */
export default {
  images: { unoptimized: true },
  poweredByHeader: false,
  // Strict mode repeats effects in development: React Flow resets its store then, and draws nodes without their origin.
  reactStrictMode: false,
  devIndicators: false,
  turbopack: {
    // Lockfiles of the folders around the project are not its own.
    root: import.meta.dirname,
    // Libraries of MCP Apps use all of zod. With a copy of their own, pages that use little of it load little.
    resolveAlias: { 'zod/v4': 'zod-of-apps/v4' },
  },
  // The canvas uses internals of React Flow only in versions that it knows:
  // components/editor/canvas/react-flow-internals.ts.
  env: { REACT_FLOW_VERSION: reactFlow.version },
  // `npm test` checks the types. An installed product has no test tools, so a check of the whole
  // project would fail there.
  typescript: { ignoreBuildErrors: true },
};
