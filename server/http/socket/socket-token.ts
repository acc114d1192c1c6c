import { SOCKET_TOKEN_PREFIX } from '#lib/api/socket-protocol.ts';

/** The `Authorization` of an upgrade: its header, or the subprotocol that carries a token in its place. */
export function authorizationOf(headers: { authorization?: string | undefined; 'sec-websocket-protocol'?: string | undefined }) {
  if (headers.authorization !== undefined) return headers.authorization;
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
  const carried = offered.find((protocol) => protocol.startsWith(SOCKET_TOKEN_PREFIX));
  if (carried === undefined) return undefined;
  return `Bearer ${Buffer.from(carried.slice(SOCKET_TOKEN_PREFIX.length), 'base64url').toString()}`;
}
