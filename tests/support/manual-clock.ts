import type { Clock } from '#lib/ports/runtime.ts';

type Sleeper = { at: number; readonly resolve: () => void };

/** A clock that advances only when the test calls for it. */
export class ManualClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  #elapsed = 0;
  #sleepers: Sleeper[] = [];

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#elapsed;
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
    this.#elapsed += ms;
    const due = this.#sleepers.filter((sleeper) => sleeper.at <= this.#now);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.at > this.#now);
    for (const sleeper of due) sleeper.resolve();
  }

  /** As an administrator does, or a time server: no time passes, and sleeps last as long as they would have. */
  setBack(ms: number): void {
    this.#now -= ms;
    this.#sleepers = this.#sleepers.map((sleeper) => Object.assign(sleeper, { at: sleeper.at - ms }));
  }
}
