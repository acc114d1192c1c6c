import type { Clock } from '#lib/ports/runtime.ts';

type Sleeper = { readonly at: number; readonly resolve: () => void };

/** A clock that advances only when the test calls for it. */
export class ManualClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  #sleepers: Sleeper[] = [];

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const sleeper = { at: this.#now + ms, resolve };
      this.#sleepers.push(sleeper);
      signal.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal.reason);
      });
    });
  }

  /** Remaining time of each sleep, in milliseconds. */
  get waitingMs(): number[] {
    return this.#sleepers.map((sleeper) => sleeper.at - this.#now).sort((a, b) => a - b);
  }

  advance(ms: number): void {
    this.#now += ms;
    const due = this.#sleepers.filter((sleeper) => sleeper.at <= this.#now);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.at > this.#now);
    for (const sleeper of due) sleeper.resolve();
  }
}
