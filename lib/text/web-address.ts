const MAX_CHARS = 8192;

/** The address in its normal form, if a browser may open it: http or https, without a name or password. */
export function webAddress(text: string): string | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '')
    return undefined;
  return url.href;
}
