/**
 * A URL in the form that is requested: look-alike letters, control characters and backslashes
 * cannot hide the host.
 */
export function shownAddress(url: string): string {
  return URL.parse(url)?.href ?? JSON.stringify(url);
}
