import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { QueuedRun, RunQueue } from '#lib/ports/run-queue.ts';
import { BULL_PREFIX, RUN_QUEUE } from './run-job.ts';

const RETRY_MS = 200;
const COMMAND_LIMIT_MS = 2000;

/** Offers runs by BullMQ. A job is only the address of a row, and is removed once a worker has read it. */
export class BullRunQueue implements RunQueue {
  readonly #connection: Redis;
  readonly #queue: Queue;
  readonly #notifier: Pick<RunQueue, 'notify'>;

  constructor({ url, notifier }: { url: string; notifier: Pick<RunQueue, 'notify'> }) {
    // Fails at once while Redis is unreachable: the row is stored, and the sweep offers it again.
    this.#connection = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_LIMIT_MS,
      retryStrategy: () => RETRY_MS,
    });
    this.#connection.on('error', () => {});
    this.#queue = new Queue(RUN_QUEUE, {
      connection: this.#connection,
      prefix: BULL_PREFIX,
      skipVersionCheck: true,
      defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
    });
    this.#queue.on('error', () => {});
    this.#notifier = notifier;
  }

  async enqueue(runs: readonly QueuedRun[]): Promise<void> {
    if (runs.length === 0) return;
    await this.#queue.addBulk(
      runs.map(({ workspaceId, runId, leaseToken }) => ({
        name: RUN_QUEUE,
        data: { workspaceId, runId },
        // One job for each time a run is queued, however often it is offered. Resumed runs go
        // before new ones.
        opts: { jobId: `${runId}-${leaseToken}`, lifo: leaseToken > 1 },
      })),
    );
  }

  notify(runId: string): void {
    this.#notifier.notify(runId);
  }

  /** Jobs that no worker has taken yet. */
  async countWaiting(): Promise<number> {
    return this.#queue.getWaitingCount();
  }

  async close(): Promise<void> {
    await this.#queue.close().catch(() => {});
    this.#connection.disconnect();
  }
}
