import { AppError } from '#lib/errors/app-error.ts';

/** Streams of events open at once. */
export type StreamLimits = {
  readonly maxPerKey: number;
  readonly maxPerRun: number;
  readonly max: number;
};

const DEFAULT_STREAM_LIMITS: StreamLimits = { maxPerKey: 100, maxPerRun: 100, max: 1000 };
/** After which a refused client asks again, in seconds. */
const RETRY_AFTER_S = 10;

/**
 * Counts the open streams of this process: each costs memory, and a share of the database while it
 * catches up.
 */
export class OpenStreams {
  readonly #limits: StreamLimits;
  readonly #counts = new Map<string, number>();

  constructor(limits: StreamLimits = DEFAULT_STREAM_LIMITS) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#counts.get('all') ?? 0;
  }

  /**
   * @returns to be called once, when the stream has ended
   * @throws {AppError} `rate-limited`, with `details.retryAfterS`
   */
  open({ runId, keyId }: { readonly runId: string; readonly keyId: string | undefined }): () => void {
    const { maxPerKey, maxPerRun, max } = this.#limits;
    const limits: [name: string, limit: number, whose: string][] = [
      ['all', max, 'this server'],
      [`run ${runId}`, maxPerRun, 'this run'],
    ];
    if (keyId !== undefined) limits.push([`key ${keyId}`, maxPerKey, 'this key']);
    for (const [name, limit, whose] of limits) {
      if ((this.#counts.get(name) ?? 0) < limit) continue;
      throw new AppError(
        'rate-limited',
        `There are ${limit} open streams of ${whose}, which is as many as may be. Close some, or try again.`,
        {
          details: { retryAfterS: RETRY_AFTER_S },
        },
      );
    }
    for (const [name] of limits) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      for (const [name] of limits) this.#leave(name);
    };
  }

  #leave(name: string): void {
    const left = (this.#counts.get(name) ?? 1) - 1;
    if (left > 0) this.#counts.set(name, left);
    else this.#counts.delete(name);
  }
}
