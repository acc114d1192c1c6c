import type { IncomingMessage } from 'node:http';

const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;
const MAX_DISCARD_MS = 10_000;

/** Whether the declared body is too large to be discarded: the connection is closed with the response. */
export function isBeyondDiscarding({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > MAX_DISCARDED_BYTES;
}

/**
 * Discards the rest of a body after its response, because many clients send all of it before reading.
 * The connection is closed after 64 MiB or ten seconds.
 */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  const { socket } = incoming;
  let sizeBytes = 0;
  const timer = setTimeout(() => socket.destroySoon(), MAX_DISCARD_MS);
  incoming.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_DISCARDED_BYTES) socket.destroySoon();
  });
  incoming.once('close', () => clearTimeout(timer));
  incoming.resume();
}
