import { TurnLimit } from '#lib/async/turn-limit.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { DayBytes } from '../../limits/day-bytes.ts';
import { type Claimant, type Holding, Shares } from '../../limits/shares.ts';
import { type BodyLimits, DEFAULT_BODY_LIMITS } from './body-limits.ts';

/** After which a refused client sends again, in seconds. */
const RETRY_AFTER_S = 5;
/** So much of each body is not counted for a day: the rates of requests bound it. */
const FREE_BYTES = 16 * 1024;
/** Of bodies of strangers, so that many that arrive at once delay no member. */
const CHUNKS_PER_TURN = 1;
/** Smaller chunks are taken at once. */
const LARGE_CHUNK_BYTES = 4096;

export type BodyOptions = {
  /** Whether what arrives may be stored, and so counts for a day. */
  readonly isStored: boolean;
};

/** Counts what bodies of requests take: bytes of unfinished ones in memory, and bytes of a day. */
export class BodyBudget {
  readonly limits: BodyLimits;
  readonly #held: Shares;
  readonly #days: DayBytes;
  readonly #turns = new TurnLimit(CHUNKS_PER_TURN);

  constructor(limits: Partial<BodyLimits> = {}) {
    this.limits = { ...DEFAULT_BODY_LIMITS, ...limits };
    this.#held = new Shares(this.limits.held);
    this.#days = new DayBytes(this.limits);
  }

  /** Bytes of unfinished bodies in memory. */
  get heldBytes(): number {
    return this.#held.count;
  }

  /** A body that begins to arrive. */
  open(claimant: Claimant, { isStored }: BodyOptions): OpenBody {
    return new OpenBody({
      limits: this.limits,
      turns: claimant.kind === 'stranger' ? this.#turns : undefined,
      holding: this.#held.open(claimant),
      countDay: isStored ? (bytes) => this.#days.take(claimant, bytes) : () => 0,
    });
  }
}

type OpenBodyOptions = {
  readonly limits: BodyLimits;
  /** Of a stranger, whose body is ended when it is slow. */
  readonly turns: TurnLimit | undefined;
  readonly holding: Holding;
  /** Returns milliseconds until so much may arrive. */
  readonly countDay: (bytes: number) => number;
};

/** A body that is being received. */
export class OpenBody {
  readonly #options: OpenBodyOptions;
  readonly #sinceMs = performance.now();
  #receivedBytes = 0;
  #heldBytes = 0;
  /** For turns, which is not the client's time. */
  #waitedMs = 0;

  constructor(options: OpenBodyOptions) {
    this.#options = options;
  }

  /** Whether it is ended when it is slow. */
  get isTimed(): boolean {
    return this.#options.turns !== undefined;
  }

  /** Before more is read, once a chunk was taken. @returns undefined where nothing is to be waited for */
  nextTurn(chunkBytes: number): Promise<void> | undefined {
    const turn = chunkBytes < LARGE_CHUNK_BYTES ? undefined : this.#options.turns?.enter();
    if (!turn) return undefined;
    const sinceMs = performance.now();
    return turn.then(() => {
      this.#waitedMs += performance.now() - sinceMs;
    });
  }

  /**
   * Counts bytes before they are kept.
   * @param maxHeldBytes what is in memory at most, where the rest was stored
   * @throws {AppError} `rate-limited`, with `details.retryAfterS`
   */
  take(bytes: number, { maxHeldBytes = Number.POSITIVE_INFINITY }: { maxHeldBytes?: number } = {}): void {
    const { holding, countDay } = this.#options;
    const before = Math.max(this.#receivedBytes, FREE_BYTES);
    this.#receivedBytes += bytes;
    const waitMs = this.#receivedBytes > before ? countDay(this.#receivedBytes - before) : 0;
    if (waitMs > 0) {
      const retryAfterS = Math.ceil(waitMs / 1000);
      const message = `More bytes were sent than are taken in a day. Send smaller files, or try again in ${retryAfterS} s.`;
      throw new AppError('rate-limited', message, { details: { retryAfterS } });
    }
    const more = Math.min(bytes, maxHeldBytes - this.#heldBytes);
    if (more <= 0) return;
    if (holding.add(more)) {
      const message = `Too many large requests arrive at once. Send them one after the other, or try again in ${RETRY_AFTER_S} s.`;
      throw new AppError('rate-limited', message, { details: { retryAfterS: RETRY_AFTER_S } });
    }
    this.#heldBytes += more;
  }

  /** Calls `onLate` once the body is slower than it may be. @returns to be called when it has arrived */
  watch(onLate: (error: AppError) => void): () => void {
    const { graceMs, minBytesPerSecond } = this.#options.limits;
    if (!this.isTimed) return () => {};
    const allowedMs = () => graceMs + this.#waitedMs + (this.#receivedBytes / minBytesPerSecond) * 1000;
    const msLeft = () => this.#sinceMs + allowedMs() - performance.now();
    const check = () => {
      const leftMs = msLeft();
      if (leftMs > 0) timer = setTimeout(check, Math.ceil(leftMs));
      else onLate(new AppError('body-timeout', 'The body of the request arrived too slowly. Send it again.'));
    };
    let timer = setTimeout(check, Math.ceil(msLeft()));
    return () => clearTimeout(timer);
  }

  /** Nothing of it is held any more. Repeatable. */
  close(): void {
    this.#options.holding.release();
  }
}
