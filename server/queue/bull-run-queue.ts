import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { QueuedRun, RunQueue } from '#lib/ports/run-queue.ts';
import { BULL_PREFIX, RUN_QUEUE } from './run-job.ts';

const RETRY_MS = 200;
const COMMAND_LIMIT_MS = 2000;

/** Offers runs by BullMQ. A job is the address of a row and nothing else, and is forgotten once somebody has looked at it. */
export class BullRunQueue implements RunQueue {
  readonly #connection: Redis;
  readonly #queue: Queue;
  readonly #notifier: Pick<RunQueue, 'notify'>;

  constructor({ url, notifier }: { url: string; notifier: Pick<RunQueue, 'notify'> }) {
    // Fails at once while Redis is away: the row stands, and a sweep offers it again.
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
        // The same time that it is queued is one job, however often it is offered. What somebody had already goes before what is new.
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
