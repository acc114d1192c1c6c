type Cookie = { readonly name: string; readonly value: string };

/** Names and values of `Set-Cookie` headers, without attributes. Later ones replace earlier ones of the same name. */
export function readSetCookies(headers: readonly string[]): Cookie[] {
  const values = new Map<string, string>();
  for (const header of headers) {
    const pair = header.split(';')[0] ?? '';
    const at = pair.indexOf('=');
    if (at > 0) values.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
  return [...values].map(([name, value]) => ({ name, value }));
}

/** The value of a `Cookie` header. */
export function cookieHeader(cookies: readonly Cookie[]): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
