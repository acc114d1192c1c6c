import type { Logger } from '#lib/ports/logger.ts';
import type { QueuedRuns } from '#lib/ports/run-queue.ts';
import type { Engine } from '../engine.ts';
import { LocalQueue } from './local-queue.ts';
import type { RunPermits } from './run-permits.ts';

/** Queued runs that are looked for when the queue of the process is empty. */
const BATCH = 200;

type LocalQueueing = {
  readonly queued: QueuedRuns;
  readonly permits: RunPermits;
  readonly log: Pick<Logger, 'error'>;
  /** Aborts when the process shuts down. */
  readonly signal: AbortSignal;
};

/**
 * The queue of a process that executes its own runs: when a run ends, those that it made room for
 * are offered. Queue and engine depend on each other, so `drive` sets the engine later.
 */
export function openLocalQueue({ queued, permits, log, signal }: LocalQueueing): {
  readonly queue: LocalQueue;
  readonly drive: (engine: Engine) => void;
} {
  const { promise, resolve: drive } = Promise.withResolvers<Engine>();
  const queue = new LocalQueue({
    permits,
    take: async (run, options) => {
      const wasClaimed = await (await promise).take(run, options);
      // Runs that are not offered here are found by the sweep.
      if (wasClaimed) offerNext(run.runId).catch(() => {});
    },
    onSignal: async (runId) => (await promise).onSignal(runId),
    onError: (runId, error) => signal.aborted || log.error('a run could not be taken', { runId, error }),
  });
  const offerNext = async (runId: string) => {
    await queue.enqueue(await queued.findNext(runId));
    if (queue.isEmpty && !signal.aborted) await queue.enqueue(await queued.find(BATCH));
  };
  return { queue, drive };
}
