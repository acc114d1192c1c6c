import type { GuardedFetchInit } from '#lib/ports/runtime.ts';
import { CONNECTION_HEADERS, parseHead } from '#lib/tools/request-rules.ts';

/** What is sent on one hop. */
export type GuardedRequest = { method: string; headers: Record<string, string>; body: string | Uint8Array | undefined };

/** Headers that may follow a redirect to another origin. Any other one may be a credential. */
const PORTABLE_HEADERS = ['accept', 'accept-language', 'content-type', 'user-agent'];

/** @throws {GuardedFetchError} `request-invalid` for a method or header that is not sent */
export function parseRequest({ body, ...head }: GuardedFetchInit): GuardedRequest {
  return { ...parseHead(head), body };
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
