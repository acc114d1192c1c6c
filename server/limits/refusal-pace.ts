import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { networkOf } from './client-address.ts';

/** `perSecond` and `burst` of one address. `maxWaiting`: of all together. */
export type RefusalPaceLimits = {
  readonly perSecond: number;
  readonly burst: number;
  readonly maxDelayMs: number;
  readonly maxWaiting: number;
};

const LIMITS: RefusalPaceLimits = { perSecond: 30, burst: 30, maxDelayMs: 5000, maxWaiting: 1000 };
/** Beyond these the pace of the address that was refused longest ago begins anew. */
const MAX_ADDRESSES = 10_000;

type RefusalPaceOptions = {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly limits?: Partial<RefusalPaceLimits> | undefined;
};

/**
 * Delays what strangers are refused, since a client that repeats a refused request at once takes more of a server than
 * one that is served. People do not notice: the first refusals of an address are answered at once.
 */
export class RefusalPace {
  readonly #limits: RefusalPaceLimits;
  readonly #clock: RefusalPaceOptions['clock'];
  readonly #elapsed: () => number;
  /** When the next refusal of an address is due, least recently refused first. */
  readonly #dueAtMs = new Map<string, number>();
  #waiting = 0;

  constructor({ clock, limits }: RefusalPaceOptions) {
    this.#clock = clock;
    this.#limits = { ...LIMITS, ...limits };
    this.#elapsed = elapsedTime(clock);
  }

  /** Resolves when a refusal may be answered; earlier when `signal` reports that the client is gone. */
  async wait(remoteAddress: string | undefined, signal: AbortSignal): Promise<void> {
    const delayMs = this.#delayOf(networkOf(remoteAddress));
    if (delayMs <= 0 || this.#waiting >= this.#limits.maxWaiting) return;
    this.#waiting++;
    await this.#clock.sleep(delayMs, signal).catch(() => {});
    this.#waiting--;
  }

  #delayOf(address: string): number {
    const { perSecond, burst, maxDelayMs } = this.#limits;
    const now = this.#elapsed();
    const earliestMs = now - (burst * 1000) / perSecond;
    const dueAtMs = Math.max(this.#dueAtMs.get(address) ?? earliestMs, earliestMs) + 1000 / perSecond;
    this.#dueAtMs.delete(address);
    this.#dueAtMs.set(address, Math.min(dueAtMs, now + maxDelayMs));
    if (this.#dueAtMs.size > MAX_ADDRESSES) this.#dueAtMs.delete(this.#dueAtMs.keys().next().value as string);
    return Math.min(dueAtMs - now, maxDelayMs);
  }
}
