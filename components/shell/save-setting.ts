const YEAR_SECONDS = 31_536_000;

/** Keeps a choice of this browser where the server sees it before it draws the first page. */
export function saveSetting(cookie: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari before 18.4
  document.cookie = `${cookie}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
