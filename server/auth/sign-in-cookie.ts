/** Over https. Browsers accept a cookie of this name only with `Secure`, for this host and all paths. */
const SECURE_NAME = '__Host-threadloom_sign_in';
const PLAIN_NAME = 'threadloom_sign_in';

/** The secret in a `Cookie` header. */
export function readSignInCookie(header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='));
  const find = (wanted: string) => pairs.find(([name]) => name === wanted)?.[1];
  return find(SECURE_NAME) || find(PLAIN_NAME) || undefined;
}

type CookieOptions = {
  /** Of the page; its scheme tells whether the cookie can be `Secure`, also behind a TLS proxy. */
  readonly origin: string | undefined;
  /** 0 removes the cookie. */
  readonly lifeMs: number;
};

/**
 * A `Set-Cookie` that no script can read and that other sites do not send, except when one of their links
 * opens a page.
 */
export function writeSignInCookie(secret: string, { origin, lifeMs }: CookieOptions): string {
  const isSecure = origin?.startsWith('https:') ?? false;
  const name = isSecure ? SECURE_NAME : PLAIN_NAME;
  const parts = [`${name}=${secret}`, 'Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${Math.floor(lifeMs / 1000)}`];
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ');
}
