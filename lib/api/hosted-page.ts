/** Pages that callers of a deployment open, without sign-in; wrong addresses among them are answered as theirs. */
const HOSTED_PATH = /^\/(?:chat|form)(?:\/|$)/;
const CHAT_PATH = /^\/chat\/([a-z0-9-]{1,63})\/?$/;
/** The script of the chat widget, which pages of other sites load. */
export const WIDGET_PATH = '/widget.js';
/** The frame around apps of MCP servers: any page may show it, since it has no origin and shows what it is sent. */
export const APP_FRAME_PATH = '/mcp-app-frame';
/** The frame around a page of the web, by its query `url`. */
export const TAB_FRAME_PATH = '/tab-frame';
/** Set by the server on requests of hosted pages, never by a client: a theme, or `own` for the browser's setting. */
export const HOSTED_VIEW_HEADER = 'x-threadloom-hosted-view';
/** In the query of a hosted page: theme, language, `1` for one in a frame, and the open conversation of a chat page. */
export const HOSTED_QUERY = { theme: 'theme', language: 'lang', frame: 'frame', chat: 'chat' } as const;

/** The page of a form. */
export function formPath(slug: string, triggerId: string): string {
  return `/form/${slug}/${triggerId}`;
}

export function isHostedPage(path: string): boolean {
  return HOSTED_PATH.test(path);
}

/** The endpoint of a chat page; undefined for any other path. */
export function slugOfChatPage(path: string): string | undefined {
  return CHAT_PATH.exec(path)?.[1];
}
