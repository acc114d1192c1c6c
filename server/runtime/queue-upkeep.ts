import type { Logger } from '#lib/ports/logger.ts';
import type { RunQueue } from '#lib/ports/run-queue.ts';
import type { LeaseStore } from '../db/queue/lease-store.ts';
import { repeat } from '../process/repeat.ts';
import type { Distribution } from './open-distribution.ts';

/** Runs that are made queued again, or found queued, in one go. */
const BATCH = 200;
/** Interval of the search for runs that the queue may have lost, in milliseconds. */
export const SWEEP_EVERY_MS = 2000;
/** Polling interval for signals without a notification, in milliseconds. */
const LISTEN_EVERY_MS = 1000;

type Queueing<Lease> = { readonly leases: Lease; readonly queue: Pick<RunQueue, 'enqueue'> };
type Sweeping = Pick<Distribution, 'queued'> & { readonly queue: RunQueue; readonly log: Logger; readonly signal: AbortSignal };
type Listening = Pick<Distribution, 'leases' | 'redis'> & {
  readonly onSignal: (runId: string) => Promise<void>;
  readonly log: Logger;
  readonly signal: AbortSignal;
};

/** Queues what lost processes held. @returns how many */
export async function requeue({ leases, queue }: Queueing<Pick<LeaseStore, 'requeueLost'>>): Promise<number> {
  for (let count = 0; ; ) {
    const runs = await leases.requeueLost(BATCH);
    count += runs.length;
    // Not offered is not lost: the sweep finds them.
    await queue.enqueue(runs).catch(() => {});
    if (runs.length < BATCH) return count;
  }
}

/** Gives the runs of this process back to the queue. */
export async function handOver({
  leases,
  queue,
  log,
}: Queueing<Pick<LeaseStore, 'handOver'>> & { readonly log: Logger }): Promise<void> {
  const runs = await leases.handOver();
  await queue.enqueue(runs).catch(() => {});
  if (runs.length > 0) log.info('runs handed over', { runs: runs.length });
}

/** Offers again what is queued, in case the queue has lost it. */
export function sweep({ queued, queue, log, signal }: Sweeping): Promise<void> {
  return repeat(async () => queue.enqueue(await queued.find(BATCH)), {
    everyMs: SWEEP_EVERY_MS,
    signal,
    onError: (error) => log.warn('queued runs could not be offered again', { error }),
  });
}

/**
 * Applies pending signals of runs of this process: when notified, and by polling in case a
 * notification was lost.
 */
export async function listen({ leases, redis, onSignal, log, signal }: Listening): Promise<void> {
  const apply = (runId: string) =>
    onSignal(runId).catch((error: unknown) => log.error('a signal could not be applied', { runId, error }));
  const leave = redis?.hub.onNotice((runId) => void apply(runId));
  await repeat(async () => void (await Promise.all((await leases.findPendingSignals()).map(apply))), {
    everyMs: LISTEN_EVERY_MS,
    signal,
    onError: (error) => log.warn('commands could not be looked for', { error }),
  });
  leave?.();
}
