import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { RatePortions } from '../auth/rate-portions.ts';
import type { RateStore } from '../db/stores/rate-store.ts';
import type { TriggerRef } from '../db/stores/trigger-event-store.ts';
import { TokenBucket } from '../limits/token-bucket.ts';

const MINUTE_MS = 60_000;

type Options = {
  /** Where several processes share the database. @defaultValue rates count within this process */
  readonly rates?: Pick<RateStore, 'take'> | undefined;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'error'>;
};

/** The rates of triggers. */
export class TriggerRates {
  readonly #options: Options;
  readonly #elapsed: () => number;
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #portions: RatePortions | undefined;

  constructor(options: Options) {
    const { rates, clock } = options;
    this.#options = options;
    this.#elapsed = elapsedTime(clock);
    this.#portions = rates && new RatePortions({ rates, clock });
  }

  /**
   * @param kind type of the trigger: who sends a form reads the refusal
   * @throws {AppError} `rate-limited`
   */
  async check({ slug, triggerId }: TriggerRef, perMinute: unknown, kind: string): Promise<void> {
    if (typeof perMinute !== 'number') return;
    const name = `trigger:${slug}/${triggerId}`;
    const waitMs = await this.#take(name, perMinute).catch((error: unknown) => {
      this.#options.log.error('the rate of a trigger is counted in this process only', { slug, triggerId, error });
      return this.#takeHere(name, perMinute);
    });
    if (waitMs === 0) return;
    const retryAfterS = Math.ceil(waitMs / 1000);
    const message =
      kind === 'form'
        ? `This form takes ${perMinute} entries a minute. Try again in ${retryAfterS} s.`
        : `This trigger takes ${perMinute} requests a minute. Try again in ${retryAfterS} s.`;
    throw new AppError('rate-limited', message, { details: { retryAfterS } });
  }

  async #take(name: string, perMinute: number): Promise<number> {
    return this.#portions ? this.#portions.take(name, perMinute) : this.#takeHere(name, perMinute);
  }

  #takeHere(name: string, capacity: number): number {
    const nowMs = this.#elapsed();
    const key = `${name} ${capacity}`;
    const bucket = this.#buckets.get(key) ?? new TokenBucket({ capacity, refillMs: MINUTE_MS, nowMs });
    this.#buckets.set(key, bucket);
    return bucket.take(nowMs);
  }
}
