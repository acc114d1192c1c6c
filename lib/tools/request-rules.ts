import { GuardedFetchError } from '../errors/guarded-fetch-error.ts';

/**
 * They are about one connection and not about what is sent on it.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
 */
export const CONNECTION_HEADERS = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** They steer the connection or say where a request belongs, which is for the fetch alone to do. */
const REFUSED_HEADERS = [...CONNECTION_HEADERS, 'host', 'content-length', 'expect'];
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The method and the headers that are sent, by name in lower case.
 * @throws {GuardedFetchError} `request-invalid` for those that are not sent; a header's value is
 * never in the message
 */
export function parseHead({ method = 'GET', headers = {} }: { method?: string; headers?: Readonly<Record<string, string>> }): {
  method: string;
  headers: Record<string, string>;
} {
  if (!/^[A-Z]+$/.test(method) || ['CONNECT', 'TRACE', 'TRACK'].includes(method)) {
    throw new GuardedFetchError('request-invalid', `The method ${JSON.stringify(method)} is not sent`);
  }
  const parsed: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) parsed[parseHeaderName(name)] = parseHeaderValue(name, value);
  return { method, headers: parsed };
}

function parseHeaderName(name: string): string {
  const lower = name.toLowerCase();
  if (!HEADER_NAME.test(lower))
    throw new GuardedFetchError('request-invalid', `${JSON.stringify(name)} is not the name of a header`);
  if (!REFUSED_HEADERS.includes(lower) && !lower.startsWith('proxy-')) return lower;
  throw new GuardedFetchError('request-invalid', `The header '${name}' is not sent: it is set by the connection itself`);
}

function parseHeaderValue(name: string, value: string): string {
  const trimmed = value.trim();
  if (HEADER_VALUE.test(trimmed)) return trimmed;
  throw new GuardedFetchError(
    'request-invalid',
    `The value of header '${name}' holds a line break or a character that headers cannot carry`,
  );
}

/** @throws {GuardedFetchError} `url-refused` for an address that no request goes to, whatever its host */
export function assertRequestAddress(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused(url, `${url.protocol}// is neither http nor https`);
  if (url.username !== '' || url.password !== '') throw refused(url, 'it holds a user name or password');
}

function refused(url: URL, reason: string): GuardedFetchError {
  return new GuardedFetchError('url-refused', `${shownUrl(url)} is not allowed: ${reason}`);
}

/** A URL for people: without credentials, and without the query, which may hold a key. */
export function shownUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}
