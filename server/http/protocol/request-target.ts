import type { IncomingMessage } from 'node:http';

/** What a request asks for, in whichever form it was written. */
export type RequestTarget = {
  /** Path and query. The path has no dot segment, in any spelling, and no backslash. */
  readonly url: string;
  /** With its port; undefined only for HTTP/1.0 without a `Host`. */
  readonly host: string | undefined;
};

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)([/?][^#]*)?$/i;
/** What readers of a path resolve: `.` and `..` as segments, also escaped, and `\` for `/`. */
const UNRESOLVED = /\\|\/(?:\.|%2e){1,2}(?=[/\\]|$)/i;
/** Escapes that a second reader may take for a separator, a dot, an escape or an end, and empty segments. */
const AMBIGUOUS = /%(?:2e|2f|5c|25|3b|[01][0-9a-f]|7f)|\/\/|;/i;
/** A name or an address with an optional port. User information in a request target is an error. */
const AUTHORITY = /^(?:[\w.~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Reads the origin form (`/path`) and the absolute form (`http://host/path`) of a request target,
 * whose authority replaces the `Host` header. Undefined, for an answer of 400, for other forms,
 * two `Host` headers and too many parameters.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export function readRequestTarget({ url = '', headersDistinct }: IncomingMessage): RequestTarget | undefined {
  const hosts = headersDistinct.host ?? [];
  if (hosts.length > 1 || hasTooManyParameters(url)) return undefined;
  if (url.startsWith('/')) return url.includes('#') ? undefined : { url: resolved(url), host: hosts[0] };
  const [, authority = '', rest = ''] = ABSOLUTE_FORM.exec(url) ?? [];
  if (!AUTHORITY.test(authority)) return undefined;
  return { url: resolved(rest.startsWith('/') ? rest : `/${rest}`), host: authority };
}

/** As browsers and the API's router resolve a path: every check sees the path that is served. */
function resolved(url: string): string {
  const path = pathOf(url);
  if (!UNRESOLVED.test(path)) return url;
  return `${new URL(`http://host${path}`).pathname}${url.slice(path.length)}`;
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

/** Reading many takes longer than any operation, and none has so many. */
const MAX_PARAMETERS = 500;

function hasTooManyParameters(url: string): boolean {
  let count = 0;
  for (let at = url.indexOf('?'); at !== -1; at = url.indexOf('&', at + 1)) if (++count > MAX_PARAMETERS) return true;
  return false;
}

/** The path without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** True if another reader could take the path for another one than this server does. */
export function isAmbiguousPath(path: string): boolean {
  return AMBIGUOUS.test(path) || UNRESOLVED.test(path);
}
