/** The WebSocket of notifications. */
export const SOCKET_PATH = '/api/v1/ws';
/** The subprotocol that the server selects where a client offers it. */
export const SOCKET_PROTOCOL = 'threadloom.v1';
/** Begins the offered subprotocol that carries a token in base64url, for browsers, which cannot set headers. */
export const SOCKET_TOKEN_PREFIX = 'base64url.bearer.';
/** Close codes of ours, in the range of applications. */
export const SOCKET_CLOSE = { signedOut: 4401, tooSlow: 4408, tooMany: 4429 } as const;
