import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { Clock } from '#lib/ports/runtime.ts';

/** The shortest time between two sweeps, in milliseconds. */
const MIN_SWEEP_MS = 500;

/** When the next sweep begins. A run that waits for an earlier time moves it. */
export class SweepTimer {
  readonly #clock: Pick<Clock, 'now' | 'sleep' | 'elapsed'>;
  readonly #elapsed: () => number;
  /** By `#elapsed`, as the next one: a clock that is set back must not delay sweeps. */
  #nextMs = Number.POSITIVE_INFINITY;
  #earliestMs = Number.POSITIVE_INFINITY;
  #moved = new AbortController();

  constructor(clock: Pick<Clock, 'now' | 'sleep' | 'elapsed'>) {
    this.#clock = clock;
    this.#elapsed = elapsedTime(clock);
  }

  /** A sweep begins, and reads every time that is stored by now. */
  begin(): void {
    this.#earliestMs = Number.POSITIVE_INFINITY;
  }

  /** A run was stored that waits for this time, in milliseconds since 1970. */
  moveTo(atMs: number): void {
    this.#earliestMs = Math.min(this.#earliestMs, this.#elapsed() + atMs - this.#clock.now());
    if (this.#earliestMs >= this.#nextMs) return;
    this.#nextMs = this.#earliestMs;
    this.#moved.abort();
  }

  /** Ends after `waitMs`, or at the earliest time since the sweep began, or when the signal is aborted. */
  async untilNext(waitMs: number, signal: AbortSignal): Promise<void> {
    const nowMs = this.#elapsed();
    this.#nextMs = Math.max(nowMs + MIN_SWEEP_MS, Math.min(nowMs + waitMs, this.#earliestMs));
    for (let leftMs = this.#nextMs - nowMs; leftMs > 0 && !signal.aborted; leftMs = this.#nextMs - this.#elapsed()) {
      this.#moved = new AbortController();
      await this.#clock.sleep(leftMs, AbortSignal.any([signal, this.#moved.signal])).catch(() => {});
    }
  }
}
