import { LRUCache } from 'lru-cache';
import type { Claimant } from './shares.ts';
import { TokenBucket } from './token-bucket.ts';

const DAY_MS = 86_400_000;
/** Beyond these the oldest claimant begins anew; all strangers together do not. */
const MAX_CLAIMANTS = 10_000;

export type DayLimits = { readonly strangerBytesPerDay: number; readonly keyBytesPerDay: number };
type Share = { readonly name: string; readonly burstBytes: number; readonly bytesPerDay: number };

/** Bytes that keys and strangers may send in a day to this process, refilled evenly. */
export class DayBytes {
  readonly #limits: DayLimits;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: MAX_CLAIMANTS });
  readonly #strangers: TokenBucket;

  constructor(limits: DayLimits) {
    this.#limits = limits;
    this.#strangers = toBucket({ burstBytes: limits.strangerBytesPerDay / 7, bytesPerDay: limits.strangerBytesPerDay * 2 });
  }

  /** @returns 0, or milliseconds until so much may be sent */
  take(claimant: Claimant, bytes: number): number {
    const nowMs = performance.now();
    for (const share of this.#sharesOf(claimant)) {
      const bucket = this.#buckets.get(share.name) ?? toBucket(share);
      this.#buckets.set(share.name, bucket);
      const waitMs = bucket.take(nowMs, Math.min(bytes, share.burstBytes));
      if (waitMs > 0) return waitMs;
    }
    return claimant.kind === 'stranger' ? this.#strangers.take(nowMs, bytes) : 0;
  }

  /** Of a day, a tenth at once for a page, a fortieth for one sender. */
  #sharesOf({ kind, id, slug, address }: Claimant): Share[] {
    const { keyBytesPerDay, strangerBytesPerDay: perDay } = this.#limits;
    if (kind === 'member') return [];
    if (kind === 'key') return [{ name: `key ${id}`, burstBytes: keyBytesPerDay, bytesPerDay: keyBytesPerDay }];
    const ofSender = { burstBytes: perDay / 40, bytesPerDay: perDay / 5 };
    return [
      ...(id === undefined ? [] : [{ name: `visitor ${id}`, ...ofSender }]),
      ...(address === undefined ? [] : [{ name: `address ${address}`, ...ofSender }]),
      { name: `page ${slug}`, burstBytes: perDay / 10, bytesPerDay: perDay },
    ];
  }
}

function toBucket({ burstBytes, bytesPerDay }: Omit<Share, 'name'>): TokenBucket {
  return new TokenBucket({ capacity: burstBytes, refillMs: (burstBytes / bytesPerDay) * DAY_MS, nowMs: performance.now() });
}
