/** Pages that callers of a deployment open, without sign-in: `/chat/<slug>`. */
const HOSTED_PATH = /^\/chat\/([a-z0-9-]{1,63})\/?$/;
/** The script of the chat widget, which pages of other sites load. */
export const WIDGET_PATH = '/widget.js';
/** Set by the server on requests of hosted pages, never by a client. The value is a theme, or `own` for that of the browser's setting. */
export const HOSTED_VIEW_HEADER = 'x-threadloom-hosted-view';
/** In the query of a hosted page: the theme, the language, and `1` for one in a frame. */
export const HOSTED_QUERY = { theme: 'theme', language: 'lang', frame: 'frame' } as const;

/** The endpoint of a hosted page; undefined for any other path. */
export function slugOfHostedPage(path: string): string | undefined {
  return HOSTED_PATH.exec(path)?.[1];
}
