import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { Clock } from '#lib/ports/runtime.ts';

/** How long a run of a newer build is left to other processes before it is tried again, in milliseconds. */
const LEAVE_MS = 10_000;

/** Runs that this process has found to be of a newer build, and leaves alone for a while. */
export class NewerRuns {
  readonly #elapsed: () => number;
  readonly #untilMs = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#elapsed = elapsedTime(clock);
  }

  leave(runId: string): void {
    this.#untilMs.set(runId, this.#elapsed() + LEAVE_MS);
  }

  isLeft(runId: string): boolean {
    if ((this.#untilMs.get(runId) ?? 0) > this.#elapsed()) return true;
    this.#untilMs.delete(runId);
    return false;
  }
}
