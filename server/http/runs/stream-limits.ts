import { AppError } from '#lib/errors/app-error.ts';
import { type Claimant, type Holding, type ShareRefusal, Shares, shareLimits } from '../../limits/shares.ts';

/** Streams of events open at once. `maxPerRun`: of members, keys and visitors each. */
export type StreamLimits = {
  readonly maxPerKey: number;
  readonly maxPerRun: number;
  readonly max: number;
};

const DEFAULT_STREAM_LIMITS: StreamLimits = { maxPerKey: 100, maxPerRun: 100, max: 1000 };
/** A visitor has at least this many: one for each of a few tabs. */
const LEAST = 4;
/** After which a refused client asks again, in seconds. */
const RETRY_AFTER_S = 10;
const STREAMS = `Too many streams of events are open. Close some, or try again in ${RETRY_AFTER_S} s.`;
const WAITING = `Too many requests wait for their answers. Try again in ${RETRY_AFTER_S} s.`;

/**
 * Counts the open streams of this process: each costs memory, and a share of the database while it
 * catches up.
 */
export class OpenStreams {
  readonly #shares: Shares;
  readonly #maxPerRun: number;
  readonly #perRun = new Map<string, number>();

  constructor({ max, maxPerKey, maxPerRun }: StreamLimits = DEFAULT_STREAM_LIMITS) {
    this.#shares = new Shares(shareLimits(max, { key: maxPerKey }, LEAST));
    this.#maxPerRun = maxPerRun;
  }

  get count(): number {
    return this.#shares.count;
  }

  /** The stream of one request, which is not open yet. */
  permitFor(claimant: Claimant): StreamPermit {
    return new StreamPermit(claimant, {
      open: () => this.#shares.open(claimant),
      enterRun: (runId) => this.#enterRun(`${claimant.kind} ${runId}`),
    });
  }

  #enterRun(key: string): () => void {
    const count = this.#perRun.get(key) ?? 0;
    if (count >= this.#maxPerRun) throw refused(STREAMS, { share: 'run', limit: this.#maxPerRun });
    this.#perRun.set(key, count + 1);
    return () => {
      const rest = (this.#perRun.get(key) ?? 1) - 1;
      if (rest > 0) this.#perRun.set(key, rest);
      else this.#perRun.delete(key);
    };
  }
}

type Counts = { readonly open: () => Holding; readonly enterRun: (runId: string) => () => void };

/** Taken before a run is started for the stream, so that a refused stream starts none. */
export class StreamPermit {
  readonly #counts: Counts;
  readonly claimant: Claimant;
  #holding: Holding | undefined;
  #leaveRun: (() => void) | undefined;

  constructor(claimant: Claimant, counts: Counts) {
    this.claimant = claimant;
    this.#counts = counts;
  }

  /**
   * Counts the stream once, however often it is called.
   * @throws {AppError} `rate-limited`, with `details.retryAfterS`
   */
  take(): void {
    const refusal = this.#open();
    if (refusal) throw refused(STREAMS, refusal);
  }

  /**
   * For a request that is answered once its run ends. That of a stranger counts as a stream, since it stays open as
   * long; members and keys may have any number.
   * @throws {AppError} `rate-limited`, with `details.retryAfterS`
   */
  takeToWait(): void {
    const refusal = this.claimant.kind === 'stranger' ? this.#open() : undefined;
    if (refusal) throw refused(WAITING, refusal);
  }

  #open(): ShareRefusal | undefined {
    if (this.#holding) return undefined;
    const holding = this.#counts.open();
    const refusal = holding.add(1);
    if (!refusal) this.#holding = holding;
    return refusal;
  }

  /** As `take`, and counts the stream for its run. @throws {AppError} `rate-limited` */
  takeFor(runId: string): void {
    this.take();
    this.#leaveRun ??= this.#counts.enterRun(runId);
  }

  /** To be called when the request has ended. */
  release(): void {
    this.#holding?.release();
    this.#leaveRun?.();
    this.#leaveRun = () => {};
  }
}

function refused(message: string, { share, limit }: Pick<ShareRefusal, 'limit'> & { readonly share: string }): AppError {
  return new AppError('rate-limited', message, {
    details: { retryAfterS: RETRY_AFTER_S, share, limit },
  });
}
