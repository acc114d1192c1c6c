import type { RateTurn, RateWindow } from '#lib/ports/model-registry.ts';

const WINDOW_MS = 60_000;

type Booked = { readonly startAt: number; tokens: number };
type Limits = { readonly requestsPerMinute?: number | undefined; readonly tokensPerMinute?: number | undefined };

/**
 * Limits a minute as their servers mean them: in no sixty seconds more calls, nor more tokens, than
 * allowed. Each call books the first moment that is free after those booked before it, so calls
 * keep their order without waking each other.
 */
export class SlidingRateWindow implements RateWindow {
  readonly countsTokens: boolean;
  readonly #requests: number;
  readonly #tokens: number;
  readonly #now: () => number;
  /** Of the last minute and of the time to come, by their start. */
  #booked: Booked[] = [];

  /** @param now milliseconds on a monotonic clock */
  constructor({ requestsPerMinute, tokensPerMinute }: Limits, now: () => number = () => performance.now()) {
    this.countsTokens = tokensPerMinute !== undefined;
    this.#requests = requestsPerMinute ?? Number.POSITIVE_INFINITY;
    this.#tokens = tokensPerMinute ?? Number.POSITIVE_INFINITY;
    this.#now = now;
  }

  book(tokens: number): RateTurn {
    const nowMs = this.#now();
    this.#booked = this.#booked.filter(({ startAt }) => startAt > nowMs - WINDOW_MS);
    const booked: Booked = { startAt: this.#firstFree(nowMs, tokens), tokens };
    this.#booked.push(booked);
    return {
      waitMs: booked.startAt - nowMs,
      settle(used) {
        booked.tokens = used;
      },
      giveBack: () => {
        this.#booked = this.#booked.filter((other) => other !== booked);
      },
    };
  }

  #firstFree(nowMs: number, tokens: number): number {
    // A call larger than a whole minute's tokens has a minute to itself.
    const need = Math.min(tokens, this.#tokens);
    let startAt = Math.max(nowMs, this.#booked.at(-1)?.startAt ?? nowMs);
    let used = this.#booked.reduce((sum, one) => sum + one.tokens, 0);
    for (const [index, one] of this.#booked.entries()) {
      const count = this.#booked.length - index;
      const leavesAt = one.startAt + WINDOW_MS;
      if (leavesAt > startAt && count < this.#requests && used + need <= this.#tokens) return startAt;
      startAt = Math.max(startAt, leavesAt);
      used -= one.tokens;
    }
    return startAt;
  }
}
