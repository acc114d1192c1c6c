import type { QueuedRun, RunQueue } from '#lib/ports/run-queue.ts';
import type { RunPermits } from './run-permits.ts';

type LocalQueueOptions = {
  readonly permits: RunPermits;
  /**
   * Resolves when the run ended, was suspended, or could not be claimed; `onOpen` is called once
   * its log is read.
   */
  readonly take: (run: QueuedRun, options: { onOpen: () => void }) => Promise<void>;
  /** A command or decision of a run was stored. */
  readonly onSignal: (runId: string) => Promise<void>;
  readonly onError: (runId: string, error: unknown) => void;
};

/** The in-process queue of a process that executes its own runs: FIFO, as permits become free. */
export class LocalQueue implements RunQueue {
  readonly #options: LocalQueueOptions;
  /** Runs that wait for a permit; offered again, they keep their position. */
  readonly #waiting = new Set<string>();
  readonly #opening = new Set<Promise<void>>();

  constructor(options: LocalQueueOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Resolves once every run with a permit is open, or could not be claimed. */
  async opened(): Promise<void> {
    await Promise.all(this.#opening);
  }

  async enqueue(runs: readonly QueuedRun[]): Promise<void> {
    const { onError } = this.#options;
    for (const run of runs) {
      if (this.#waiting.has(run.runId)) continue;
      this.#waiting.add(run.runId);
      this.#take(run).catch((error: unknown) => onError(run.runId, error));
    }
  }

  notify(runId: string): void {
    const { onSignal, onError } = this.#options;
    onSignal(runId).catch((error: unknown) => onError(runId, error));
  }

  #take(run: QueuedRun): Promise<void> {
    const { permits, take } = this.#options;
    const begin = () => {
      this.#waiting.delete(run.runId);
      const { promise, resolve: onOpen } = Promise.withResolvers<void>();
      this.#opening.add(promise);
      void promise.then(() => this.#opening.delete(promise));
      return take(run, { onOpen }).finally(onOpen);
    };
    return permits.run(begin, run);
  }
}
