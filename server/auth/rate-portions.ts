import { LRUCache } from 'lru-cache';
import type { Clock } from '#lib/ports/runtime.ts';
import type { RateStore } from '../db/stores/rate-store.ts';

const MINUTE_MS = 60_000;
/** So much of a minute's requests is taken from the shared rate at once, and used up within `KEPT_MS`. */
const SHARE_OF_MINUTE = 1 / 1200;
const KEPT_MS = 1000;
const MAX_KEPT = 10_000;

type Options = { readonly rates: Pick<RateStore, 'take'>; readonly clock: Pick<Clock, 'now'> };

/**
 * Requests of rates that all processes share. A shared rate is one row that all processes write, so one of many
 * requests a minute is taken in portions, one portion at a time. What a process has not used of it after a second is
 * lost: 1/1200 of a minute's requests.
 */
export class RatePortions {
  readonly #options: Options;
  readonly #kept = new LRUCache<string, { left: number; readonly untilMs: number }>({ max: MAX_KEPT });
  /** Each resolves to whether its portion was there. */
  readonly #underWay = new Map<string, Promise<boolean>>();

  constructor(options: Options) {
    this.#options = options;
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

  async #takeShared({ name, key, perMinute }: { name: string; key: string; perMinute: number }): Promise<number> {
    const { rates } = this.#options;
    const bucket = { capacity: perMinute, refillMs: MINUTE_MS };
    const portion = Math.floor(perMinute * SHARE_OF_MINUTE);
    while (portion > 1) {
      let taking = this.#underWay.get(key);
      if (!taking) {
        taking = rates.take(name, bucket, portion).then((waitMs) => waitMs === 0 && this.#keep(key, portion));
        this.#underWay.set(key, taking);
        const forget = () => this.#underWay.delete(key);
        taking.then(forget, forget);
      }
      const wasThere = await taking;
      if (this.#takeKept(key)) return 0;
      if (!wasThere) break;
    }
    return rates.take(name, bucket);
  }

  #keep(key: string, left: number): true {
    this.#kept.set(key, { left, untilMs: this.#options.clock.now() + KEPT_MS });
    return true;
  }

  #takeKept(key: string): boolean {
    const kept = this.#kept.get(key);
    if (!kept || kept.left === 0 || kept.untilMs <= this.#options.clock.now()) return false;
    kept.left--;
    return true;
  }
}
