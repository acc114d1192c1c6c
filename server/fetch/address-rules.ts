import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AppError } from '#lib/errors/app-error.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import { assertRequestAddress, shownUrl } from '#lib/tools/request-rules.ts';

const MAX_PORT = 65_535;
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address is on the public internet. IPv6 forms that carry an IPv4 address (mapped,
 * NAT64, 6to4, Teredo) are judged by it or refused, and so is anything that does not parse.
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv6' && !address.match(GLOBAL_UNICAST)) return false;
  return address.range() === 'unicast';
}

/** Names of this machine or its network, which need no resolver. */
const PRIVATE_NAME = /(^|\.)(localhost|localdomain|local|internal|home\.arpa)$/;

export function isPrivateName(host: string): boolean {
  return PRIVATE_NAME.test(host);
}

/**
 * `host:port` of a URL, as the list of allowed private hosts has it: lowercase letters, no trailing
 * dot, the port always there.
 */
export function hostAndPortOf(url: URL): string {
  return `${hostOf(url)}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

/**
 * The administrator's list, normalised for comparison with `hostAndPortOf`.
 * @throws {AppError} `config-invalid` for an entry that is not exactly one host and port
 */
export function parseAllowedHosts(entries: readonly string[]): ReadonlySet<string> {
  return new Set(entries.map(parseAllowedHost));
}

export function isAllowedHost(entry: string): boolean {
  return readAllowedHost(entry) !== undefined;
}

/** Normalised. @throws {AppError} `config-invalid` */
export function parseAllowedHost(entry: string): string {
  const parsed = readAllowedHost(entry);
  if (parsed === undefined) {
    throw new AppError(
      'config-invalid',
      `Allowed private host '${entry}' has to be one host and port, such as 10.0.0.5:8080 or [::1]:8080`,
    );
  }
  return parsed;
}

function readAllowedHost(entry: string): string | undefined {
  const [, host, port] = /^([^\s/@?#*]+):(\d{1,5})$/.exec(entry) ?? [];
  if (host === undefined || Number(port) > MAX_PORT || !URL.canParse(`http://${host}`)) return undefined;
  return `${hostOf(new URL(`http://${host}`))}:${Number(port)}`;
}

function hostOf(url: URL): string {
  return url.hostname.replace(/\.$/, '');
}

/**
 * Checks the URL alone. The addresses of a name are checked when the socket looks them up.
 * @throws {GuardedFetchError} `url-refused`
 */
export function checkUrl(url: URL, isPrivateAllowed: boolean): void {
  assertRequestAddress(url);
  if (isPrivateAllowed) return;
  const host = hostOf(url).replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refusedPrivate(url, `${host} is not a public address`);
  if (PRIVATE_NAME.test(host)) throw refusedPrivate(url, `${host} is a name of a private network`);
}

/** For an address that would be called if it were on the administrator's list. */
export function refusedPrivate(url: URL, reason: string, cause?: unknown): GuardedFetchError {
  const privateHost = hostAndPortOf(url);
  const hint = `If it is yours, allow ${privateHost} in Settings, under Private hosts (in the config file: http.allowed_private_hosts)`;
  return new GuardedFetchError('url-refused', `${shownUrl(url)} is not allowed: ${reason}`, { hint, privateHost, cause });
}
