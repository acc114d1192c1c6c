/** `capacity` at once, and as many again every `refillMs`, evenly. */
export class TokenBucket {
  readonly #capacity: number;
  readonly #perMs: number;
  #tokens: number;
  #atMs: number;

  constructor({ capacity, refillMs, nowMs }: { capacity: number; refillMs: number; nowMs: number }) {
    this.#capacity = capacity;
    this.#perMs = capacity / refillMs;
    this.#tokens = capacity;
    this.#atMs = nowMs;
  }

  /** Takes `count`, or nothing. @returns 0 when they were there, else how long until they will be, in milliseconds */
  take(nowMs: number, count = 1): number {
    // A clock that was set back gives nothing and takes nothing.
    this.#tokens = Math.min(this.#capacity, this.#tokens + Math.max(0, nowMs - this.#atMs) * this.#perMs);
    this.#atMs = nowMs;
    if (this.#tokens < count) return (count - this.#tokens) / this.#perMs;
    this.#tokens -= count;
    return 0;
  }
}
