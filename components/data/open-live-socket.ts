import type { ClientMessage, ServerMessage } from '#lib/api/socket-messages.ts';
import { SOCKET_CLOSE, SOCKET_PATH, SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX } from '#lib/api/socket-protocol.ts';

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;
/** Interval of pings; without an answer until the next one the connection is replaced. */
const PING_MS = 45_000;
const PING: ClientMessage = { type: 'ping' };

type Options = {
  /** Of a visitor or key. @defaultValue the sign-in cookie of the studio */
  readonly credential?: string | undefined;
  /** Query of the next connection. */
  readonly query?: () => Readonly<Record<string, string>>;
  /** Sent first over each connection. */
  readonly first?: readonly ClientMessage[];
  readonly onMessage: (message: ServerMessage) => void;
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
};

/**
 * The socket of notifications. Reconnects with exponential backoff, and at once when the browser is online again or the
 * page is shown. It ends when its credential expires.
 * @returns how to end it
 */
export function openLiveSocket({ credential, query, first = [], onMessage, onOpen, onClose }: Options): () => void {
  let socket: WebSocket | undefined;
  let tries = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let hasAnswered = true;
  let isEnded = false;
  const protocols = credential === undefined ? [] : [SOCKET_PROTOCOL, `${SOCKET_TOKEN_PREFIX}${toBase64Url(credential)}`];

  function connect() {
    clearTimeout(retry);
    const search = new URLSearchParams(query?.()).toString();
    const own = new WebSocket(`${location.origin.replace('http', 'ws')}${SOCKET_PATH}${search && `?${search}`}`, protocols);
    socket = own;
    own.onopen = () => {
      tries = 0;
      hasAnswered = true;
      for (const message of [...first, PING]) own.send(JSON.stringify(message));
      onOpen?.();
    };
    own.onmessage = ({ data }) => {
      hasAnswered = true;
      onMessage(JSON.parse(String(data)) as ServerMessage);
    };
    own.onclose = ({ code }) => {
      if (socket !== own) return;
      socket = undefined;
      onClose?.();
      if (credential !== undefined && code === SOCKET_CLOSE.signedOut) return end();
      const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** tries++);
      // Not all pages at once, when a server is back.
      retry = setTimeout(connect, delayMs * (0.5 + Math.random() / 2));
    };
  }

  function reconnect() {
    if (!socket && !isEnded && document.visibilityState === 'visible') connect();
  }

  const pinging = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (!hasAnswered) return socket.close();
    hasAnswered = false;
    socket.send(JSON.stringify(PING));
  }, PING_MS);
  window.addEventListener('online', reconnect);
  document.addEventListener('visibilitychange', reconnect);
  connect();

  function end() {
    isEnded = true;
    clearInterval(pinging);
    clearTimeout(retry);
    window.removeEventListener('online', reconnect);
    document.removeEventListener('visibilitychange', reconnect);
    const last = socket;
    socket = undefined;
    last?.close();
  }
  return end;
}

/** Of ASCII, as keys and tokens are. */
function toBase64Url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
