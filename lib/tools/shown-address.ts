/** A URL as it is really asked for: a foreign letter that looks like another, a control character or a backslash cannot hide where it leads. */
export function shownAddress(url: string): string {
  return URL.parse(url)?.href ?? JSON.stringify(url);
}
