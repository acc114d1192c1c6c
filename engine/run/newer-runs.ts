import type { Clock } from '#lib/ports/runtime.ts';

/** How long a run of a newer build is left to other processes before it is tried again, in milliseconds. */
const LEAVE_MS = 10_000;

/** Runs that this process has found to be of a newer build, and leaves alone for a while. */
export class NewerRuns {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #untilMs = new Map<string, number>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  leave(runId: string): void {
    this.#untilMs.set(runId, this.#clock.now() + LEAVE_MS);
  }

  isLeft(runId: string): boolean {
    if ((this.#untilMs.get(runId) ?? 0) > this.#clock.now()) return true;
    this.#untilMs.delete(runId);
    return false;
  }
}
