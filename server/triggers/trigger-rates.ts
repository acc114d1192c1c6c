import { AppError } from '#lib/errors/app-error.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { TokenBucket } from '../auth/token-bucket.ts';
import type { RateStore } from '../db/stores/rate-store.ts';
import type { TriggerRef } from '../db/stores/trigger-event-store.ts';

const MINUTE_MS = 60_000;
/** So much of a minute's requests is taken from the shared rate at once, and used up within `KEPT_MS`. */
const SHARE_OF_MINUTE = 1 / 1200;
const KEPT_MS = 1000;

type Options = {
  /** Where several processes share the database. @defaultValue rates count within this process */
  readonly rates?: Pick<RateStore, 'take'> | undefined;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'error'>;
};

/**
 * The rates of triggers. A shared rate is one row that all processes write, so a busy trigger takes
 * portions of it. What a process has not used after a second is lost: 1/1200 of a minute's requests.
 */
export class TriggerRates {
  readonly #options: Options;
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #taken = new Map<string, { left: number; readonly untilMs: number }>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws {AppError} `rate-limited` */
  async check({ slug, triggerId }: TriggerRef, perMinute: unknown): Promise<void> {
    if (typeof perMinute !== 'number') return;
    const name = `trigger:${slug}/${triggerId}`;
    const { rates, log } = this.#options;
    const waitMs = rates
      ? await this.#takeShared(name, perMinute, rates).catch((error: unknown) => {
          log.error('the rate of a trigger is counted in this process only', { slug, triggerId, error });
          return this.#takeHere(name, perMinute);
        })
      : this.#takeHere(name, perMinute);
    if (waitMs === 0) return;
    const retryAfterS = Math.ceil(waitMs / 1000);
    throw new AppError('rate-limited', `This trigger takes ${perMinute} requests a minute. Try again in ${retryAfterS} s.`, {
      details: { retryAfterS },
    });
  }

  async #takeShared(name: string, capacity: number, rates: Pick<RateStore, 'take'>): Promise<number> {
    const nowMs = this.#options.clock.now();
    // With its capacity, which a version may change.
    const key = `${name} ${capacity}`;
    const kept = this.#taken.get(key);
    if (kept && kept.left > 0 && kept.untilMs > nowMs) {
      kept.left--;
      return 0;
    }
    this.#taken.delete(key);
    const bucket = { capacity, refillMs: MINUTE_MS };
    const portion = Math.floor(capacity * SHARE_OF_MINUTE);
    if (portion > 1 && (await rates.take(name, bucket, portion)) === 0) {
      this.#taken.set(key, { left: portion - 1, untilMs: nowMs + KEPT_MS });
      return 0;
    }
    return rates.take(name, bucket);
  }

  #takeHere(name: string, capacity: number): number {
    const nowMs = this.#options.clock.now();
    const key = `${name} ${capacity}`;
    const bucket = this.#buckets.get(key) ?? new TokenBucket({ capacity, refillMs: MINUTE_MS, nowMs });
    this.#buckets.set(key, bucket);
    return bucket.take(nowMs);
  }
}
