import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { RateStore } from '../db/stores/rate-store.ts';
import { TokenBucket } from '../limits/token-bucket.ts';
import { RatePortions } from './rate-portions.ts';

const MINUTE_MS = 60_000;

export type KeyRateOptions = {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'error'>;
  /** Where several processes share the database. @defaultValue rates count within this process */
  readonly rates?: Pick<RateStore, 'take'> | undefined;
};
type Buckets = Pick<Map<string, TokenBucket>, 'get'> & { set(keyId: string, bucket: TokenBucket): unknown };

type Counted = 'start' | 'send' | 'upload' | 'visitor' | 'page';
/** Names of rates that processes share. */
const PREFIX: Readonly<Record<Counted, string>> = {
  start: 'key:',
  send: 'key:',
  upload: 'uploads:',
  visitor: 'key:',
  page: 'key:',
};

/** Counts what keys may do in a minute. */
export class KeyRates {
  readonly #options: KeyRateOptions;
  readonly #elapsed: () => number;
  readonly #buckets: Buckets;
  readonly #what: Counted;
  readonly #portions: RatePortions | undefined;

  /** @param what what is counted: starts of runs, requests, uploads, or messages of a visitor or a page */
  constructor(options: KeyRateOptions, { buckets = new Map(), what }: { buckets?: Buckets; what: Counted }) {
    const { rates, clock } = options;
    this.#options = options;
    this.#elapsed = elapsedTime(clock);
    this.#portions = rates && new RatePortions({ rates, clock });
    this.#buckets = buckets;
    this.#what = what;
  }

  /**
   * @returns a promise only where it asks the database for a limit that is shared with other processes
   * @throws {AppError} `rate-limited`, with `details.retryAfterS`
   */
  take(keyId: string, ratePerMinute: number): void | Promise<void> {
    const waitMs = this.#portions?.take(`${PREFIX[this.#what]}${keyId}`, ratePerMinute) ?? this.#takeHere(keyId, ratePerMinute);
    if (typeof waitMs === 'number') return this.#refuseUntil(waitMs, ratePerMinute);
    return waitMs
      .catch((error: unknown) => {
        this.#options.log.error('the rate of a key is counted in this process only', { keyId, error });
        return this.#takeHere(keyId, ratePerMinute);
      })
      .then((ms) => this.#refuseUntil(ms, ratePerMinute));
  }

  #takeHere(keyId: string, ratePerMinute: number): number {
    const now = this.#elapsed();
    const bucket = this.#buckets.get(keyId) ?? new TokenBucket({ capacity: ratePerMinute, refillMs: MINUTE_MS, nowMs: now });
    this.#buckets.set(keyId, bucket);
    return bucket.take(now);
  }

  #refuseUntil(waitMs: number, rate: number): void {
    if (waitMs === 0) return;
    const retryAfterS = Math.ceil(waitMs / 1000);
    throw new AppError('rate-limited', refusalOf(this.#what, rate, retryAfterS), { details: { retryAfterS } });
  }
}

function refusalOf(what: Counted, rate: number, retryAfterS: number): string {
  switch (what) {
    case 'start':
      return `This key may start ${rate} runs a minute. Try again in ${retryAfterS} s.`;
    case 'send':
      return `This key may send ${rate} requests a minute. Try again in ${retryAfterS} s.`;
    case 'visitor':
      return `You may send ${rate} messages a minute here. Try again in ${retryAfterS} s.`;
    case 'page':
      return `This page takes ${rate} messages a minute from all its visitors. Try again in ${retryAfterS} s.`;
    case 'upload':
      return `This key may begin ${rate} uploads a minute. Try again in ${retryAfterS} s.`;
    default:
      return what satisfies never;
  }
}
