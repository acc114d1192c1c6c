import type { IncomingMessage } from 'node:http';
import { TokenBucket } from '../../limits/token-bucket.ts';

const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;
const MAX_DISCARD_MS = 10_000;

/** Bytes of refused bodies of strangers that are discarded at once, and again in each second. */
const STRANGER_BYTES = 16 * 1024 * 1024;
/** Counted for a body that does not declare its size. */
const UNDECLARED_BYTES = 1024 * 1024;

/** Decides whether the rest of a refused body is discarded, or the connection closed with the response. */
export class DiscardBudget {
  readonly #strangers = new TokenBucket({ capacity: STRANGER_BYTES, refillMs: 1000, nowMs: performance.now() });

  /** Reading bodies to drop them takes time that others need, so strangers have a rate together. */
  allows({ headers, complete }: IncomingMessage, { isInsider }: { isInsider: boolean }): boolean {
    if (complete) return true;
    const { 'content-length': declared } = headers;
    const bytes = declared === undefined ? UNDECLARED_BYTES : Number(declared);
    if (bytes > MAX_DISCARDED_BYTES) return false;
    return isInsider || this.#strangers.take(performance.now(), Math.min(bytes, STRANGER_BYTES)) === 0;
  }
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
