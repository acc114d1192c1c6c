import { AppError } from '#lib/errors/app-error.ts';

export type LocalGuardOptions = {
  /** The port the server listens on; a function, since it is known only after `listen`. */
  readonly port: () => number;
  /** Further values of the Host header, as `localhost:8080` behind a tunnel. */
  readonly allowedHosts: readonly string[];
  /**
   * Any host is accepted, since callers are identified by a token and the names of the server are not
   * known.
   * @defaultValue false
   */
  readonly isAnyHost?: boolean;
};

/** Headers that the guard checks; `undefined` if not sent. */
export type GuardedRequest = {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly secFetchSite?: string | undefined;
  /** The request has a key, which pages of other sites do not have, so its origin is not checked. */
  readonly carriesKey?: boolean;
  /** It opens a page as the document of a tab, which a link of any site may do. */
  readonly isNavigation?: boolean;
};

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const READING_METHODS = new Set(['GET', 'HEAD']);
const OWN_SITES = new Set(['same-origin', 'none']);

/**
 * Local mode has no sign-in: every client of the port is the user. So the Host must be ours, which a name
 * rebound to 127.0.0.1 is not, and requests must come from our own pages or from no page at all. Reads too:
 * another site cannot see their answers, but they cost work. For pages, API and upgrades alike.
 *
 * @throws {AppError} `host-refused` or `origin-refused`
 * @see https://fetch.spec.whatwg.org/#origin-header
 * @see https://www.w3.org/TR/fetch-metadata/
 */
export function guardLocalRequest(request: GuardedRequest, options: LocalGuardOptions): void {
  guardHost(request.host, options);
  guardOrigin(request, options);
}

/** @throws {AppError} `host-refused` */
export function guardHost(host: string | undefined, options: LocalGuardOptions): void {
  if (options.isAnyHost || isOwnHost(host, options)) return;
  throw new AppError(
    'host-refused',
    `This server does not answer for the host ${host ?? '(none)'}. If it is yours, set PUBLIC_URL or THREADLOOM_ALLOWED_HOSTS.`,
  );
}

/** @throws {AppError} `origin-refused` */
export function guardOrigin(request: GuardedRequest, options: LocalGuardOptions): void {
  const { method, origin, secFetchSite, carriesKey = false, isNavigation = false } = request;
  if (carriesKey || (isNavigation && READING_METHODS.has(method))) return;
  const isOwn = isOwnOrigin(request, options);
  if (isOwn && isOwnSite(secFetchSite)) return;
  if (isOwn) throw new AppError('origin-refused', 'A page of another site may not use this server.');
  throw new AppError(
    'origin-refused',
    `A page of ${origin} may not use this server. If it is yours, set PUBLIC_URL or THREADLOOM_ALLOWED_HOSTS.`,
  );
}

/**
 * For requests that a cookie identifies, which browsers may add to requests of other sites. Browsers
 * send `Origin` with everything that changes something, so a missing one is refused.
 *
 * @throws {AppError} `origin-refused`
 */
export function guardCookieRequest(request: GuardedRequest, options: LocalGuardOptions): void {
  guardOrigin(request, options);
  if (READING_METHODS.has(request.method) || request.origin !== undefined) return;
  throw new AppError(
    'origin-refused',
    `A signed-in ${request.method} needs the Origin of its page. Programs send the token instead.`,
  );
}

/** The page is at the requested host, or, behind a proxy that replaces the Host, at another one of ours. */
function isOwnOrigin({ host, origin }: GuardedRequest, { allowedHosts }: LocalGuardOptions): boolean {
  if (origin === undefined || origin === `http://${host}` || origin === `https://${host}`) return true;
  const url = URL.parse(origin);
  return url !== null && url.origin === origin && allowedHosts.some((allowed) => allowed.toLowerCase() === url.host);
}

/**
 * Programs that are no browser send no `Sec-Fetch-Site`. Another port of this machine counts as
 * another site here, though not for browsers.
 */
function isOwnSite(secFetchSite: string | undefined): boolean {
  return secFetchSite === undefined || OWN_SITES.has(secFetchSite);
}

function isOwnHost(host: string | undefined, { port, allowedHosts }: LocalGuardOptions): boolean {
  if (host === undefined) return false;
  const wanted = host.toLowerCase();
  if (allowedHosts.some((allowed) => allowed.toLowerCase() === wanted)) return true;
  const suffixes = port() === 80 ? ['', ':80'] : [`:${port()}`];
  return LOOPBACK_NAMES.some((name) => suffixes.some((suffix) => wanted === name + suffix));
}
