import type { NextConfig } from 'next';
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js';

export default function configure(phase: string): NextConfig {
  return {
    images: { unoptimized: true },
    poweredByHeader: false,
    reactStrictMode: true,
    devIndicators: false,
    // `npm test` checks the types. An installed product has no test tools, so a check of the whole project would fail there.
    typescript: { ignoreBuildErrors: true },
    headers: async () => [{ source: '/:path*', headers: pageHeaders({ isDevelopment: phase === PHASE_DEVELOPMENT_SERVER }) }],
  };
}

/** Pages load nothing from elsewhere and are shown in no frame. Next writes small scripts into the page, so inline ones are allowed. */
function pageHeaders({ isDevelopment }: { isDevelopment: boolean }) {
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return [
    { key: 'content-security-policy', value: policy },
    { key: 'referrer-policy', value: 'same-origin' },
    { key: 'x-content-type-options', value: 'nosniff' },
  ];
}
