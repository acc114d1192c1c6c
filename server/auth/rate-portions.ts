import { LRUCache } from 'lru-cache';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { RateStore } from '../db/stores/rate-store.ts';

const MINUTE_MS = 60_000;
/** The largest portion, as a share of a minute's requests. */
const SHARE_OF_MINUTE = 1 / 1200;
/** How long a portion may be used, in milliseconds. */
const KEPT_MS = 1000;
const MAX_KEPT = 10_000;

type Options = { readonly rates: Pick<RateStore, 'take'>; readonly clock: Pick<Clock, 'now'> };
type Portion = { readonly size: number; readonly untilMs: number; left: number };
type Named = { readonly name: string; readonly key: string; readonly perMinute: number };

/**
 * Requests of rates that all processes share. A shared rate is one row that all processes write, so a busy process
 * takes portions of it, one at a time: each is twice as large as the one before if that one was used up within a
 * second, else a single request. The rest of a portion is lost, which is never more than was used in that second.
 */
export class RatePortions {
  readonly #options: Options;
  readonly #elapsed: () => number;
  readonly #kept = new LRUCache<string, Portion>({ max: MAX_KEPT });
  /** Each resolves to its size, and milliseconds until it is there. */
  readonly #underWay = new Map<string, Promise<{ readonly size: number; readonly waitMs: number }>>();

  constructor(options: Options) {
    this.#options = options;
    this.#elapsed = elapsedTime(options.clock);
  }

  /**
   * Takes one request.
   * @returns 0 if it was there, else milliseconds until it is. A promise where it asks the database
   */
  take(name: string, perMinute: number): number | Promise<number> {
    // With its size, which may change.
    const key = `${name} ${perMinute}`;
    return this.#takeKept(key) ? 0 : this.#takeShared({ name, key, perMinute });
  }

  async #takeShared(named: Named): Promise<number> {
    const { name, key, perMinute } = named;
    const maxSize = Math.floor(perMinute * SHARE_OF_MINUTE);
    if (maxSize <= 1) return this.#options.rates.take(name, bucketOf(perMinute));
    for (;;) {
      const { size, waitMs } = await (this.#underWay.get(key) ?? this.#takePortion(named, maxSize));
      if (this.#takeKept(key)) return 0;
      if (waitMs > 0 && size === 1) return waitMs;
    }
  }

  #takePortion({ name, key, perMinute }: Named, maxSize: number) {
    const { rates } = this.#options;
    const last = this.#kept.get(key);
    const wasUsedUp = last !== undefined && last.left === 0 && last.untilMs > this.#elapsed();
    const size = wasUsedUp ? Math.min(2 * last.size, maxSize) : 1;
    const taking = rates.take(name, bucketOf(perMinute), size).then((waitMs) => {
      if (waitMs === 0) this.#kept.set(key, { size, left: size, untilMs: this.#elapsed() + KEPT_MS });
      else this.#kept.delete(key);
      return { size, waitMs };
    });
    this.#underWay.set(key, taking);
    const forget = () => this.#underWay.delete(key);
    taking.then(forget, forget);
    return taking;
  }

  #takeKept(key: string): boolean {
    const kept = this.#kept.get(key);
    if (!kept || kept.left === 0 || kept.untilMs <= this.#elapsed()) return false;
    kept.left--;
    return true;
  }
}

function bucketOf(perMinute: number) {
  return { capacity: perMinute, refillMs: MINUTE_MS };
}
