import { mcpNameSchema } from './mcp-server.ts';

/** Labels of a host that say nothing of whose it is. */
const COMMON = new Set(['www', 'mcp', 'api', 'server', 'com', 'org', 'net', 'io', 'dev', 'app', 'ai', 'co', 'localhost']);

/** A name for the server at an address: `linear` for `https://mcp.linear.app/sse`. Another one has not that name. */
export function nameFromUrl(url: string, taken: readonly string[]): string {
  if (!URL.canParse(url)) return '';
  const labels = new URL(url).hostname.toLowerCase().split('.');
  const label = labels.toReversed().find((one) => /^[a-z][a-z0-9-]{1,39}$/.test(one) && !COMMON.has(one)) ?? 'server';
  const base = mcpNameSchema.safeParse(label).success ? label : `${label}-server`;
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(name)) return name;
  }
}
