import type { RateReservation, RateWindow } from '#lib/ports/model-registry.ts';

const WINDOW_MS = 60_000;

type Reserved = { readonly startAt: number; tokens: number };
export type RateLimits = { readonly requestsPerMinute?: number | undefined; readonly tokensPerMinute?: number | undefined };

/**
 * Per-minute limits as a sliding window: no 60 seconds have more calls or tokens than allowed. Each
 * call reserves the first free moment after the earlier reservations, so calls keep their order.
 */
export class SlidingRateWindow implements RateWindow {
  readonly countsTokens: boolean;
  readonly #requests: number;
  readonly #tokens: number;
  readonly #now: () => number;
  /** Reservations of the last minute and of the future, ordered by start. */
  #reserved: Reserved[] = [];

  /** @param now milliseconds on a monotonic clock */
  constructor({ requestsPerMinute, tokensPerMinute }: RateLimits, now: () => number = () => performance.now()) {
    this.countsTokens = tokensPerMinute !== undefined;
    this.#requests = requestsPerMinute ?? Number.POSITIVE_INFINITY;
    this.#tokens = tokensPerMinute ?? Number.POSITIVE_INFINITY;
    this.#now = now;
  }

  reserve(tokens: number): RateReservation {
    const nowMs = this.#now();
    this.#reserved = this.#reserved.filter(({ startAt }) => startAt > nowMs - WINDOW_MS);
    const reserved: Reserved = { startAt: this.#firstFree(nowMs, tokens), tokens };
    this.#reserved.push(reserved);
    return {
      waitMs: reserved.startAt - nowMs,
      setTokens(used) {
        reserved.tokens = used;
      },
      cancel: () => {
        this.#reserved = this.#reserved.filter((other) => other !== reserved);
      },
    };
  }

  #firstFree(nowMs: number, tokens: number): number {
    // A call with more tokens than the limit has a minute to itself.
    const need = Math.min(tokens, this.#tokens);
    let startAt = Math.max(nowMs, this.#reserved.at(-1)?.startAt ?? nowMs);
    let used = this.#reserved.reduce((sum, one) => sum + one.tokens, 0);
    for (const [index, one] of this.#reserved.entries()) {
      const count = this.#reserved.length - index;
      const leavesAt = one.startAt + WINDOW_MS;
      if (leavesAt > startAt && count < this.#requests && used + need <= this.#tokens) return startAt;
      startAt = Math.max(startAt, leavesAt);
      used -= one.tokens;
    }
    return startAt;
  }
}
