import { isIP } from 'node:net';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import { hostAndPortOf, isPrivateName, isPublicAddress, parseAllowedHosts } from './address-rules.ts';
import { type Resolve, resolveWithSystem } from './guarded-lookup.ts';

export type HostRules = {
  /** Exact `host:port` pairs that may be private, as the administrator wrote them. */
  readonly allowedPrivateHosts: () => readonly string[];
  /** As `SafeFetchOptions.refreshAllowed`. */
  readonly refreshAllowed?: () => Promise<boolean>;
  /** @defaultValue the system's resolver */
  readonly resolve?: Resolve;
};

/**
 * The address to connect to, for protocols other than HTTP. By the rules of `makeSafeFetch`: public, or on the
 * administrator's list. The caller connects to this address and checks certificates against the name.
 * @throws {GuardedFetchError} `url-refused`, `connection-failed`
 */
export async function resolveHost(at: { host: string; port: number }, rules: HostRules): Promise<string> {
  const url = new URL(`https://${at.host}:${at.port}`);
  const privateHost = hostAndPortOf(url);
  const host = url.hostname.replace(/\.$/, '').replace(/^\[|\]$/g, '');
  const isAllowed = () => parseAllowedHosts(rules.allowedPrivateHosts()).has(privateHost);
  const addresses = isIP(host) === 0 ? await resolveName(host, rules.resolve ?? resolveWithSystem, privateHost) : [host];
  const [first] = addresses;
  if (first === undefined) throw new GuardedFetchError('connection-failed', `${privateHost} has no address`);
  const bad = isPrivateName(host) ? host : addresses.find((address) => !isPublicAddress(address));
  if (bad === undefined || isAllowed() || ((await rules.refreshAllowed?.()) && isAllowed())) return first;
  const hint = `If it is yours, allow ${privateHost} in Settings, under Private hosts (in the config file: http.allowed_private_hosts)`;
  throw new GuardedFetchError('url-refused', `${privateHost} is not allowed: ${bad} is not a public address`, {
    hint,
    privateHost,
  });
}

async function resolveName(host: string, resolve: Resolve, shown: string): Promise<string[]> {
  try {
    return (await resolve(host)).map(({ address }) => address);
  } catch (cause) {
    throw new GuardedFetchError('connection-failed', `${shown} cannot be found`, { cause });
  }
}
