const ORIGIN = 'http://own.invalid';

/**
 * A path of this server from a text that anybody may have written into a link, for a redirect: '/' if it
 * leads anywhere else.
 */
export function ownPath(text: string | null | undefined): string {
  if (!text?.startsWith('/') || !URL.canParse(text, ORIGIN)) return '/';
  const url = new URL(text, ORIGIN);
  // Browsers read // and /\ as the beginning of a host; a parsed path may still begin with two slashes.
  if (url.origin !== ORIGIN || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
