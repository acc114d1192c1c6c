import type { Clock } from '#lib/ports/runtime.ts';

/** Interval between attempts to hand over runs that could not be stored, in milliseconds. */
const RETRY_EVERY_MS = 1000;

type UnstoredOptions = {
  /** Hands over runs of this process to others; rejects while the database takes no writes. */
  readonly handOverRuns: (runIds: readonly string[]) => Promise<unknown>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
};

/**
 * Runs whose event log could not be stored completely, as on a full disk. They resume from the
 * stored part once the database accepts writes again.
 */
export class UnstoredRuns {
  readonly #options: UnstoredOptions;
  readonly #runIds = new Set<string>();
  #isRetrying = false;

  constructor(options: UnstoredOptions) {
    this.#options = options;
  }

  add(runId: string): void {
    this.#runIds.add(runId);
    if (!this.#isRetrying) void this.#retryUntilHandedOver();
  }

  async #retryUntilHandedOver(): Promise<void> {
    const { handOverRuns, clock, signal } = this.#options;
    this.#isRetrying = true;
    while (this.#runIds.size > 0 && !signal.aborted) {
      await clock.sleep(RETRY_EVERY_MS, signal).catch(() => {});
      const runIds = [...this.#runIds];
      if (!signal.aborted && (await succeeds(handOverRuns(runIds)))) for (const runId of runIds) this.#runIds.delete(runId);
    }
    this.#isRetrying = false;
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
