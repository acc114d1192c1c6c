/** One shared timer, so that all times change together. It runs only while there are listeners. */
export class Clock {
  readonly #listeners = new Set<() => void>();
  #tickMs: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(tickMs: number) {
    this.#tickMs = tickMs;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(this.#tick, this.#tickMs);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  /** Milliseconds since 1970, as of the last tick. */
  readonly read = (): number => Math.floor(Date.now() / this.#tickMs) * this.#tickMs;

  setTick(tickMs: number): void {
    this.#tickMs = tickMs;
    this.#stop();
    if (this.#listeners.size > 0) this.#timer = setInterval(this.#tick, tickMs);
  }

  readonly #tick = (): void => {
    for (const listener of this.#listeners) listener();
  };

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
