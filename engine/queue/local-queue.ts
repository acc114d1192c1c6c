import type { Semaphore } from '#lib/async/semaphore.ts';
import type { QueuedRun, RunQueue } from '#lib/ports/run-queue.ts';

type LocalQueueOptions = {
  readonly permits: Semaphore;
  /** Resolves when the run has ended, waits for people, or is not to be had; `onOpen` is called once it goes on. */
  readonly take: (run: QueuedRun, options: { onOpen: () => void }) => Promise<void>;
  /** Something was commanded or decided about a run. */
  readonly heed: (runId: string) => Promise<void>;
  readonly onError: (runId: string, error: unknown) => void;
};

/** The queue of a process that takes its runs itself: as soon as there is a slot, in the order in which they were offered. */
export class LocalQueue implements RunQueue {
  readonly #options: LocalQueueOptions;
  /** Runs that wait for a slot: offered again, they keep the place they have. */
  readonly #line = new Set<string>();
  readonly #opening = new Set<Promise<void>>();

  constructor(options: LocalQueueOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#line.size === 0;
  }

  /** Resolves once everything that has a slot goes on, or was not to be had. */
  async opened(): Promise<void> {
    await Promise.all(this.#opening);
  }

  async enqueue(runs: readonly QueuedRun[]): Promise<void> {
    const { onError } = this.#options;
    for (const run of runs) {
      if (this.#line.has(run.runId)) continue;
      this.#line.add(run.runId);
      this.#take(run).catch((error: unknown) => onError(run.runId, error));
    }
  }

  notify(runId: string): void {
    const { heed, onError } = this.#options;
    heed(runId).catch((error: unknown) => onError(runId, error));
  }

  #take(run: QueuedRun): Promise<void> {
    const { permits, take } = this.#options;
    return permits.run(() => {
      this.#line.delete(run.runId);
      const { promise, resolve: onOpen } = Promise.withResolvers<void>();
      this.#opening.add(promise);
      void promise.then(() => this.#opening.delete(promise));
      return take(run, { onOpen }).finally(onOpen);
    });
  }
}
