import { z } from 'zod';

type HostPattern = { readonly isWildcard: boolean; readonly host: string; readonly port: string };

/**
 * A host that code may be granted: `api.example.com`, `*.example.com` for all subdomains, or either
 * with a port; the default is ports 80 and 443. It must be in canonical form, so that the publish
 * panel shows the host that is reached.
 */
export const hostPatternSchema = z
  .string()
  .max(300)
  .refine(
    (text) => readPattern(text) !== undefined,
    'Write a host without path or scheme, as in api.example.com, *.example.com or 10.0.0.5:8080',
  );

/**
 * Whether a URL belongs to one of the hosts. URLs with a user name, or other than http and https,
 * never do.
 */
export function isOnGrantedHost(url: URL, patterns: readonly string[]): boolean {
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return false;
  const hostname = url.hostname.replace(/\.$/, '');
  return patterns.some((text) => {
    const pattern = readPattern(text);
    if (pattern === undefined || !isSamePort(url, pattern.port)) return false;
    return pattern.isWildcard ? hostname.endsWith(`.${pattern.host}`) : hostname === pattern.host;
  });
}

function isSamePort(url: URL, port: string): boolean {
  return port === '' ? url.port === '' : port === (url.port || (url.protocol === 'https:' ? '443' : '80'));
}

function readPattern(text: string): HostPattern | undefined {
  const [, star = '', host = '', port = ''] = /^(\*\.)?([a-z0-9._-]+|\[[0-9a-f:]+\])(?::([1-9]\d{0,4}))?$/.exec(text) ?? [];
  const address = `http://${host}`;
  if (host === '' || host.endsWith('.') || Number(port) > 65_535) return undefined;
  // Numeric and other spellings change when a URL is parsed.
  if (!URL.canParse(address) || new URL(address).hostname !== host) return undefined;
  const isWildcard = star !== '';
  if (isWildcard && !/\.[a-z][a-z0-9-]*$/.test(host)) return undefined;
  return { isWildcard, host, port };
}
