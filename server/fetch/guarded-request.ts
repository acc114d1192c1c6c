import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { GuardedFetchInit } from '#lib/ports/runtime.ts';

/** What is sent on one hop. */
export type GuardedRequest = { method: string; headers: Record<string, string>; body: string | Uint8Array | undefined };

/**
 * They are about one connection and not about what is sent on it.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
 */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];
/** They steer the connection or say where a request belongs, which is for the fetch alone to do. */
const REFUSED_HEADERS = [...CONNECTION_HEADERS, 'host', 'content-length', 'expect'];
/** Headers that may follow a redirect to another origin. Any other one may be a credential. */
const PORTABLE_HEADERS = ['accept', 'accept-language', 'content-type', 'user-agent'];
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * @throws {GuardedFetchError} `request-invalid` for a method or header that is not sent; a header's
 * value is never in the message
 */
export function parseRequest({ method = 'GET', headers = {}, body }: GuardedFetchInit): GuardedRequest {
  if (!/^[A-Z]+$/.test(method) || ['CONNECT', 'TRACE', 'TRACK'].includes(method)) {
    throw new GuardedFetchError('request-invalid', `The method ${JSON.stringify(method)} is not sent`);
  }
  const parsed: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) parsed[parseHeaderName(name)] = parseHeaderValue(name, value);
  return { method, headers: parsed, body };
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

/**
 * What an answer says of itself. What else a server names in `connection` stays: it may be wrong, or mean us harm.
 */
export function readHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.includes(name)));
}

/** A header, whose characters are bytes, as UTF-8 where it is that. */
export function textOfHeader(bytes: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes;
  }
}

/**
 * The request that follows a redirect.
 * @see https://fetch.spec.whatwg.org/#http-redirect-fetch (method and body), stricter about headers
 */
export function followRedirect(
  request: GuardedRequest,
  { status, from, to }: { status: number; from: URL; to: URL },
): GuardedRequest {
  const becomesGet =
    ((status === 301 || status === 302) && request.method === 'POST') ||
    (status === 303 && !['GET', 'HEAD'].includes(request.method));
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(
      ([name]) => (from.origin === to.origin || PORTABLE_HEADERS.includes(name)) && !(becomesGet && name.startsWith('content-')),
    ),
  );
  return becomesGet ? { method: 'GET', headers, body: undefined } : { ...request, headers };
}
