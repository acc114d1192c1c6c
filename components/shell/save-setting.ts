const YEAR_SECONDS = 31_536_000;

/** Stores a setting in a cookie, so that the server renders the first page with it. */
export function saveSetting(cookie: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari before 18.4
  document.cookie = `${cookie}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
