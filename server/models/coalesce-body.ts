import type { Readable } from 'node:stream';
import type { BatchClock } from './batch-clock.ts';

/** Changes bytes on their way; may keep some back until a later piece or the end. */
export type Rewriter = { push(bytes: Uint8Array): string; end(): string };

type BodyOptions = {
  /** Undefined for a body that is passed through. */
  readonly clock: BatchClock | undefined;
  readonly signal: AbortSignal | undefined;
  readonly rewrite: Rewriter | undefined;
};

/**
 * Handed on without a rest at the start of an answer: the role, the first text, and one more for
 * servers that send an empty one first.
 */
const EAGER_HAND_OVERS = 3;
/**
 * A hand-over costs the same for one piece as for ten, up to the commit, so a slower stream rests
 * longer: people still see it flow.
 */
const FAST_PIECES_PER_TICK = 3;
const SLOW_REST_TICKS = 5;
/** A rest ends early when this many pieces have come: what is gathered has a bound. */
const MAX_GATHERED_PIECES = 256;
/** Likewise in bytes, since a burst is parsed in one turn of the event loop. */
const MAX_GATHERED_BYTES = 32 * 1024;
/** Bytes that wait for a slow reader before the socket is paused. */
const HIGH_WATER_MARK_BYTES = 32 * 1024;

/**
 * The body of an answer, coalesced: a burst is handed on, then what arrives during a rest is handed
 * on together. After a silence a piece passes at once, and so does the end. Cancelling the body
 * closes the socket; a broken connection fails it.
 */
export function coalesceBody(message: Readable, options: BodyOptions): ReadableStream<Uint8Array> {
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_MARK_BYTES });
  return new ReadableStream(new CoalescedSource(message, options), strategy);
}

class CoalescedSource implements UnderlyingDefaultSource<Uint8Array> {
  readonly #message: Readable;
  readonly #options: BodyOptions;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #parts: Buffer[] = [];
  #gatheredBytes = 0;
  #eagerLeft = EAGER_HAND_OVERS;
  /** In ticks. */
  #handedOverAt: number;
  #isHandOverDue = false;
  #isResting = false;
  /** A fast stream is not even read while it rests: each piece would cost a read of its own. */
  #isPaused = false;
  #isOver = false;

  constructor(message: Readable, options: BodyOptions) {
    this.#message = message;
    this.#options = options;
    this.#handedOverAt = options.clock?.now() ?? 0;
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
    this.#message.on('data', (part: Buffer) => {
      this.#parts.push(part);
      this.#gatheredBytes += part.length;
      if (this.#gatheredBytes >= MAX_GATHERED_BYTES) this.#message.pause();
      if (!this.#isResting || this.#isMuch) this.#handOverSoon();
    });
    this.#message.on('end', () => this.#end());
    this.#message.on('error', (error) => this.#fail(error));
  }

  pull(): void {
    this.#listen();
  }

  cancel(): void {
    this.#isOver = true;
    this.#message.destroy();
  }

  get #isMuch(): boolean {
    return this.#parts.length >= MAX_GATHERED_PIECES || this.#gatheredBytes >= MAX_GATHERED_BYTES;
  }

  /** At the end of this turn of the loop: by then everything that is there has been read. */
  #handOverSoon(): void {
    if (!this.#isHandOverDue) setImmediate(() => this.#handOver());
    this.#isHandOverDue = true;
  }

  #handOver(): void {
    this.#isHandOverDue = false;
    if (this.#isOver || this.#parts.length === 0) return;
    const { clock } = this.#options;
    if (clock && this.#eagerLeft-- <= 0) this.#rest(clock);
    this.#handedOverAt = clock?.now() ?? 0;
    this.#flush();
    this.#listen();
  }

  #rest(clock: BatchClock): void {
    this.#isResting = true;
    this.#isPaused = this.#parts.length >= FAST_PIECES_PER_TICK * (clock.now() - this.#handedOverAt);
    if (this.#isPaused) this.#message.pause();
    clock.wait(() => this.#wake(), this.#isPaused ? 1 : SLOW_REST_TICKS);
  }

  #wake(): void {
    this.#isResting = false;
    this.#isPaused = false;
    if (this.#isOver) return;
    if (this.#parts.length > 0) this.#handOverSoon();
    this.#listen();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#gatheredBytes = 0;
    const { rewrite } = this.#options;
    this.#enqueue(rewrite && bytes.length > 0 ? rewrite.push(bytes) : bytes);
  }

  #enqueue(piece: string | Uint8Array): void {
    if (piece.length > 0) this.#controller?.enqueue(typeof piece === 'string' ? Buffer.from(piece) : piece);
    if (this.#isFull) this.#message.pause();
  }

  get #isFull(): boolean {
    return (this.#controller?.desiredSize ?? 0) <= 0;
  }

  #listen(): void {
    if (!this.#isFull && !this.#isPaused) this.#message.resume();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#flush();
    this.#isOver = true;
    this.#enqueue(this.#options.rewrite?.end() ?? '');
    this.#controller?.close();
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { signal } = this.#options;
    // The SDK recognizes a broken connection by undici's error message.
    this.#controller?.error(signal?.aborted ? signal.reason : new TypeError('terminated', { cause: error }));
  }
}
