import type { Clock } from '#lib/ports/runtime.ts';

/** Interval of attempts to release runs that could not be stored, in milliseconds. */
const TRY_EVERY_MS = 1000;

type UnstoredOptions = {
  /** Gives runs of this process back to the queue; rejects while the database takes no writes. */
  readonly giveBack: (runIds: readonly string[]) => Promise<unknown>;
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
  #isTrying = false;

  constructor(options: UnstoredOptions) {
    this.#options = options;
  }

  add(runId: string): void {
    this.#runIds.add(runId);
    if (!this.#isTrying) void this.#tryUntilGiven();
  }

  async #tryUntilGiven(): Promise<void> {
    const { giveBack, clock, signal } = this.#options;
    this.#isTrying = true;
    while (this.#runIds.size > 0 && !signal.aborted) {
      await clock.sleep(TRY_EVERY_MS, signal).catch(() => {});
      const runIds = [...this.#runIds];
      if (!signal.aborted && (await succeeds(giveBack(runIds)))) for (const runId of runIds) this.#runIds.delete(runId);
    }
    this.#isTrying = false;
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
