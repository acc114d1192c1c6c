import { pageCredential } from '#components/data/page-credential.ts';
import { HOSTED_QUERY } from '#lib/api/hosted-page.ts';

/** In the query of a page that a widget opened. */
const FROM_WIDGET = 'from';
const ASK_TIMEOUT_MS = 1500;
const MESSAGE = 'threadloomVisitor';

/**
 * Opens the conversation of a frame as a page. Browsers separate the storage of frames from that of pages, so the page
 * asks its opener for the token. Each checks that the other has the same origin: no other page can send or get a token.
 */
export function openAsPage(name: string | undefined): void {
  const query = new URLSearchParams(window.location.search);
  query.delete(HOSTED_QUERY.frame);
  query.set(FROM_WIDGET, 'widget');
  if (name !== undefined) query.set(HOSTED_QUERY.chat, name);
  const opened = window.open(`${window.location.pathname}?${query}`, '_blank');
  if (!opened) return;
  const answer = ({ source, origin, data }: MessageEvent) => {
    if (source !== opened || origin !== window.location.origin || data?.[MESSAGE] !== 'ask') return;
    opened.postMessage({ [MESSAGE]: 'is', token: pageCredential() }, origin);
    window.removeEventListener('message', answer);
  };
  window.addEventListener('message', answer);
}

/** The token of the widget that opened this page; undefined for any other page. */
export async function askOpener(): Promise<string | undefined> {
  const query = new URLSearchParams(window.location.search);
  const opener: Window | null = window.opener;
  if (query.get(FROM_WIDGET) !== 'widget' || !opener) return undefined;
  query.delete(FROM_WIDGET);
  window.history.replaceState(null, '', `?${query}`);
  const { origin } = window.location;
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(undefined), ASK_TIMEOUT_MS);
    const listen = ({ source, origin: from, data }: MessageEvent) => {
      if (source === opener && from === origin && data?.[MESSAGE] === 'is') end(data.token);
    };
    function end(token: unknown) {
      clearTimeout(timer);
      window.removeEventListener('message', listen);
      resolve(typeof token === 'string' ? token : undefined);
    }
    window.addEventListener('message', listen);
    opener.postMessage({ [MESSAGE]: 'ask' }, origin);
  });
}
