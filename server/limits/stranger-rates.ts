import { LRUCache } from 'lru-cache';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { TokenBucket } from './token-bucket.ts';

/** `read` and `change`: by the method of a request. `work`: it starts a process, or stores something that stays. */
export type RequestKind = 'read' | 'change' | 'work';
type StrangerShare = 'visitor' | 'address' | 'page' | 'strangers';
type StrangerRates = Readonly<Record<RequestKind, Readonly<Record<StrangerShare, number>>>>;

/** Requests a minute. Many times what people need, and a part of what a process answers. */
const PER_MINUTE: StrangerRates = {
  read: { visitor: 600, address: 2400, page: 6000, strangers: 12_000 },
  change: { visitor: 120, address: 480, page: 1200, strangers: 2400 },
  work: { visitor: 30, address: 120, page: 600, strangers: 1200 },
};
const MINUTE_MS = 60_000;
/** The part of a minute's requests that pages and all strangers may send at once. */
const BURST = 1 / 6;
/** Beyond these the rate of the oldest visitor, address or page begins anew; that of all strangers does not. */
const MAX_BUCKETS = 30_000;

export type StrangerRequest = {
  readonly kind: RequestKind;
  readonly visitorId?: string | undefined;
  readonly address?: string | undefined;
  readonly slug?: string | undefined;
};

type StrangerStart = {
  readonly slug: string;
  readonly address: string | undefined;
  readonly pagePerMinute: number;
  readonly visitorPerMinute: number;
};

/** Rates of requests without a key, in this process: of each visitor, address and page, and of all together. */
export class StrangerBudgets {
  readonly #elapsed: () => number;
  readonly #rates: StrangerRates;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: MAX_BUCKETS });
  readonly #all = new Map<string, TokenBucket>();

  constructor({ clock, rates = PER_MINUTE }: { readonly clock: Pick<Clock, 'now'>; readonly rates?: StrangerRates }) {
    this.#elapsed = elapsedTime(clock);
    this.#rates = rates;
  }

  /**
   * Counts one request. A request that the smallest share refuses takes nothing of the others.
   * @throws {AppError} `rate-limited`, with `details.retryAfterS` and `details.share`
   */
  take({ kind, visitorId, address, slug }: StrangerRequest): void {
    const rates = this.#rates[kind];
    if (visitorId !== undefined) this.#takeFrom('visitor', `${kind} ${visitorId}`, rates.visitor);
    if (address !== undefined) this.#takeFrom('address', `${kind} ${address}`, rates.address);
    if (slug !== undefined) this.#takeFrom('page', `${kind} ${slug}`, rates.page);
    this.#takeFrom('strangers', kind, rates.strangers);
  }

  /**
   * Counts a run of a page for one address, which has half of the runs of the page.
   * @throws {AppError} `rate-limited`
   */
  takeStart({ slug, address, pagePerMinute, visitorPerMinute }: StrangerStart): void {
    if (address === undefined) return;
    this.#takeFrom('address', `start ${slug} ${address}`, Math.max(visitorPerMinute, Math.ceil(pagePerMinute / 2)));
  }

  #takeFrom(share: StrangerShare, name: string, perMinute: number): void {
    const now = this.#elapsed();
    const key = `${share} ${name}`;
    const isAll = share === 'strangers';
    let bucket = isAll ? this.#all.get(key) : this.#buckets.get(key);
    if (!bucket) {
      const burst = isAll || share === 'page' ? BURST : 1;
      bucket = new TokenBucket({ capacity: Math.max(1, perMinute * burst), refillMs: MINUTE_MS * burst, nowMs: now });
      if (isAll) this.#all.set(key, bucket);
      else this.#buckets.set(key, bucket);
    }
    const waitMs = bucket.take(now);
    if (waitMs === 0) return;
    const retryAfterS = Math.ceil(waitMs / 1000);
    throw new AppError('rate-limited', `Too many requests. Try again in ${retryAfterS} s.`, { details: { retryAfterS, share } });
  }
}
