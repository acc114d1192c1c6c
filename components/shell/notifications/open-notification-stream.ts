import type { Notification, ServerMessage } from '#lib/api/socket-messages.ts';

const PATH = '/api/v1/ws';
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;
/** Interval of pings; without an answer until the next one the connection is replaced. */
const PING_MS = 45_000;
const MAX_SEEN = 1000;
const PING = JSON.stringify({ type: 'ping' });

type Options = {
  readonly language: string;
  readonly onNotification: (notification: Notification) => void;
};

/**
 * Notifications of this workspace, as they happen. Reconnects with exponential backoff, and at once when the browser is
 * online again or the page is shown; what happened meanwhile comes then.
 * @returns how to end it
 */
export function openNotificationStream({ language, onNotification }: Options): () => void {
  let socket: WebSocket | undefined;
  let tries = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let hasAnswered = true;
  let after: string | undefined;
  const seen = new Set<string>();

  function connect() {
    clearTimeout(retry);
    const query = new URLSearchParams({ lang: language, ...(after !== undefined && { after }) });
    const own = new WebSocket(`${location.origin.replace('http', 'ws')}${PATH}?${query}`);
    socket = own;
    own.onopen = () => {
      tries = 0;
      hasAnswered = true;
      own.send(PING);
    };
    own.onmessage = ({ data }) => {
      hasAnswered = true;
      const message = JSON.parse(String(data)) as ServerMessage;
      if (message.type === 'pong') after = message.at;
      if (message.type === 'notification') take(message.data);
    };
    own.onclose = () => {
      if (socket !== own) return;
      socket = undefined;
      const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** tries++);
      // Not all pages at once, when a server is back.
      retry = setTimeout(connect, delayMs * (0.5 + Math.random() / 2));
    };
  }

  function take(notification: Notification) {
    if (after === undefined || notification.at > after) after = notification.at;
    if (seen.has(notification.id)) return;
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.add(notification.id);
    onNotification(notification);
  }

  function reconnect() {
    if (!socket && document.visibilityState === 'visible') connect();
  }

  const pinging = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (!hasAnswered) return socket.close();
    hasAnswered = false;
    socket.send(PING);
  }, PING_MS);
  window.addEventListener('online', reconnect);
  document.addEventListener('visibilitychange', reconnect);
  connect();
  return () => {
    clearInterval(pinging);
    clearTimeout(retry);
    window.removeEventListener('online', reconnect);
    document.removeEventListener('visibilitychange', reconnect);
    const last = socket;
    socket = undefined;
    last?.close();
  };
}
