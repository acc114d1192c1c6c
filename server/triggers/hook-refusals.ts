import { LRUCache } from 'lru-cache';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock, NewId } from '#lib/ports/runtime.ts';
import type { LiveTrigger, TriggerEventStore } from '../db/stores/trigger-event-store.ts';
import { TokenBucket } from '../limits/token-bucket.ts';
import type { HookHead } from './define-trigger-handler.ts';

const MINUTE_MS = 60_000;
/** Refused requests of one trigger that are stored: so many at once, and as many again in ten minutes. */
const STORED_AT_ONCE = 20;
const STORED_REFILL_MS = 10 * MINUTE_MS;
const MAX_QUERY_CHARS = 500;
/** Requests without a valid signature that are answered with the reason, in a minute: of an address, and of all. */
const BAD_PER_ADDRESS = 60;
const BAD_PER_TRIGGER = 600;
/** Beyond these the oldest begins anew. */
const MAX_COUNTED = 10_000;

type Options = {
  readonly events: Pick<TriggerEventStore, 'addRefusal'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly log: Pick<Logger, 'warn'>;
};
type Stored = { readonly bucket: TokenBucket; missed: number };

/** What becomes of requests that a trigger refuses: anyone can send them, so little of them is stored. */
export class HookRefusals {
  readonly #options: Options;
  readonly #elapsed: () => number;
  readonly #stored = new LRUCache<string, Stored>({ max: MAX_COUNTED });
  readonly #bad = new LRUCache<string, TokenBucket>({ max: MAX_COUNTED });

  constructor(options: Options) {
    this.#options = options;
    this.#elapsed = elapsedTime(options.clock);
  }

  /**
   * Notes a refusal for the history of the trigger. Requests without a valid signature are counted apart, so that they
   * use nothing of the rate of those with one.
   * @param address network of the sender, if it is its own
   * @returns the error of the answer
   */
  async note(live: LiveTrigger, head: HookHead, { error, address }: { error: unknown; address: string | undefined }) {
    if (!AppError.is(error)) return error;
    const waitMs = error.code === 'authentication-failed' ? this.#countBad(live, address) : 0;
    await this.#store(live, head, error);
    if (waitMs === 0) return error;
    const retryAfterS = Math.ceil(waitMs / 1000);
    return new AppError('rate-limited', `Too many requests without a valid signature or token. Try again in ${retryAfterS} s.`, {
      details: { retryAfterS },
    });
  }

  #countBad({ slug, triggerId }: LiveTrigger, address: string | undefined): number {
    const trigger = `${slug}/${triggerId}`;
    const ofAddress = address === undefined ? 0 : this.#take(`${trigger} ${address}`, BAD_PER_ADDRESS);
    return ofAddress || this.#take(trigger, BAD_PER_TRIGGER);
  }

  #take(name: string, perMinute: number): number {
    const nowMs = this.#elapsed();
    const bucket = this.#bad.get(name) ?? new TokenBucket({ capacity: perMinute, refillMs: MINUTE_MS, nowMs });
    this.#bad.set(name, bucket);
    return bucket.take(nowMs);
  }

  /** Stores no bodies, and only the beginning of a query. The next refusal has the number of those not stored. */
  async #store(live: LiveTrigger, { method, query }: HookHead, error: AppError): Promise<void> {
    const { events, newId, log } = this.#options;
    const nowMs = this.#elapsed();
    const name = `${live.slug}/${live.triggerId}`;
    const fresh = { bucket: new TokenBucket({ capacity: STORED_AT_ONCE, refillMs: STORED_REFILL_MS, nowMs }), missed: 0 };
    const stored = this.#stored.get(name) ?? fresh;
    this.#stored.set(name, stored);
    if (stored.bucket.take(nowMs) > 0) {
      stored.missed++;
      return;
    }
    const { missed } = stored;
    stored.missed = 0;
    const payload = JSON.stringify({ method, query: shortened(query), ...(missed > 0 && { othersRefusedBefore: missed }) });
    // The caller gets its answer all the same.
    await events
      .addRefusal(live, { eventId: newId('evt'), runId: newId('run'), payload, reason: error.message, count: missed + 1 })
      .catch((failure: unknown) => log.warn('a refused request is missing in the history of its trigger', { error: failure }));
  }
}

/** The first parameters, as far as they are short. */
function shortened(query: HookHead['query']): Record<string, string> {
  const kept: [string, string][] = [];
  let left = MAX_QUERY_CHARS;
  for (const [name, values] of Object.entries(query)) {
    const value = typeof values === 'string' ? values : values.join(', ');
    if (name.length >= left) break;
    left -= name.length;
    kept.push([name, value.length > left ? `${value.slice(0, left)}…` : value]);
    left -= Math.min(left, value.length);
  }
  return Object.fromEntries(kept);
}
