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

  /** Takes one, or nothing. @returns 0 when it was there, else how long until it will be, in milliseconds */
  take(nowMs: number): number {
    // A clock that was set back gives nothing and takes nothing.
    this.#tokens = Math.min(this.#capacity, this.#tokens + Math.max(0, nowMs - this.#atMs) * this.#perMs);
    this.#atMs = nowMs;
    if (this.#tokens < 1) return (1 - this.#tokens) / this.#perMs;
    this.#tokens -= 1;
    return 0;
  }
}
