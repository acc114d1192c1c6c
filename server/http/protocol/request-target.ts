import type { IncomingMessage } from 'node:http';

/** What a request asks for, in whichever form it was written. */
export type RequestTarget = {
  /** Path and query. */
  readonly url: string;
  /** With its port; undefined only for HTTP/1.0 without a `Host`. */
  readonly host: string | undefined;
};

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)([/?][^#]*)?$/i;
/** A name or an address with an optional port. User information in a request target is an error. */
const AUTHORITY = /^(?:[\w.~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Reads the origin form (`/path`) and the absolute form (`http://host/path`) of a request target,
 * whose authority replaces the `Host` header. Undefined, for an answer of 400, for other forms and
 * two `Host` headers.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export function readRequestTarget({ url = '', headersDistinct }: IncomingMessage): RequestTarget | undefined {
  const hosts = headersDistinct.host ?? [];
  if (hosts.length > 1) return undefined;
  if (url.startsWith('/')) return url.includes('#') ? undefined : { url, host: hosts[0] };
  const [, authority = '', rest = ''] = ABSOLUTE_FORM.exec(url) ?? [];
  if (!AUTHORITY.test(authority)) return undefined;
  return { url: rest.startsWith('/') ? rest : `/${rest}`, host: authority };
}

/** Writes the target into the request in origin form: API, pages and host check all see the same one. */
export function writeRequestTarget(request: IncomingMessage, { url, host }: RequestTarget): void {
  request.url = url;
  if (host === undefined || host === request.headers.host) return;
  request.headers.host = host;
  const { rawHeaders } = request;
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (at === -1) rawHeaders.push('Host', host);
  else rawHeaders[at + 1] = host;
}

/** The path without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
