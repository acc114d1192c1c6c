import type { IncomingMessage } from 'node:http';

const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;
const MAX_DISCARD_MS = 10_000;

/** Whether a body declares more than is ever read away: its connection is closed with the answer. */
export function isBeyondDiscarding({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > MAX_DISCARDED_BYTES;
}

/**
 * Reads away what is left of a body after its answer: many clients send all of it before they read.
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
