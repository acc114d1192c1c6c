import type { IncomingMessage } from 'node:http';
import type { Beat } from './beat.ts';

/** Changes bytes on their way; may keep some back until a later piece or the end. */
export type Rewriter = { push(bytes: Uint8Array): string; end(): string };

type BodyOptions = { readonly beat: Beat; readonly signal: AbortSignal | undefined; readonly rewrite: Rewriter | undefined };

/** Pieces handed on at once at the start of an answer: the role, the first text, and one more for servers that send an empty one first. */
const EAGER_PIECES = 3;
/** Bytes that wait for a slow reader before the socket is paused. */
const HIGH_WATER_MARK_BYTES = 256 * 1024;

/** The body of an answer, handed on at most once per beat. Cancelling it closes the socket; a broken line makes it fail. */
export function coalesceBody(message: IncomingMessage, { beat, signal, rewrite }: BodyOptions): ReadableStream<Uint8Array> {
  let parts: Buffer[] = [];
  let isWaiting = false;
  let isOver = false;
  let flushedAtMs = 0;
  let eagerLeft = EAGER_PIECES;

  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const enqueue = (piece: string | Uint8Array) => {
      if (piece.length > 0) controller.enqueue(typeof piece === 'string' ? Buffer.from(piece) : piece);
      if ((controller.desiredSize ?? 0) <= 0) message.pause();
    };
    const flush = () => {
      isWaiting = false;
      if (isOver || parts.length === 0) return;
      const bytes = Buffer.concat(parts);
      parts = [];
      flushedAtMs = performance.now();
      enqueue(rewrite ? rewrite.push(bytes) : bytes);
    };
    const waitForBeat = () => {
      if (!isWaiting) beat.wait(flush);
      isWaiting = true;
    };
    message.on('data', (part: Buffer) => {
      parts.push(part);
      const isQuiet = performance.now() - flushedAtMs >= beat.everyMs;
      if (eagerLeft-- > 0 || (isQuiet && !isWaiting)) flush();
      else waitForBeat();
    });
    message.on('end', () => {
      flush();
      if (isOver) return;
      isOver = true;
      enqueue(rewrite?.end() ?? '');
      controller.close();
    });
    message.on('error', (error) => {
      if (isOver) return;
      isOver = true;
      // The SDK knows a broken line by undici's word.
      controller.error(signal?.aborted ? signal.reason : new TypeError('terminated', { cause: error }));
    });
  };

  return new ReadableStream<Uint8Array>(
    {
      start,
      pull: () => void message.resume(),
      cancel: () => {
        isOver = true;
        message.destroy();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_MARK_BYTES }),
  );
}
