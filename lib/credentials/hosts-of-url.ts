import { hostPatternSchema } from '../tools/granted-hosts.ts';

/** The host of an address as a credential lists it; empty for a text that is not an address. */
export function hostsOfUrl(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { protocol, hostname, port } = new URL(url);
  const host = port === '' && protocol === 'https:' ? hostname : `${hostname}:${port || '80'}`;
  return hostPatternSchema.safeParse(host).success ? [host] : [];
}
