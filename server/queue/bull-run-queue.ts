import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { QueuedRun, RunQueue } from '#lib/ports/run-queue.ts';
import { BULL_PREFIX, RUN_QUEUES } from './run-job.ts';

const RETRY_MS = 200;
const COMMAND_LIMIT_MS = 2000;

/** Offers runs by BullMQ. A job is only the address of a row, and is removed once a worker has read it. */
export class BullRunQueue implements RunQueue {
  readonly #connection: Redis;
  readonly #queues: Readonly<Record<keyof typeof RUN_QUEUES, Queue>>;
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
    this.#queues = { others: this.#open('others'), strangers: this.#open('strangers') };
    this.#notifier = notifier;
  }

  #open(kind: keyof typeof RUN_QUEUES): Queue {
    const queue = new Queue(RUN_QUEUES[kind], {
      connection: this.#connection,
      prefix: BULL_PREFIX,
      skipVersionCheck: true,
      defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
    });
    queue.on('error', () => {});
    return queue;
  }

  async enqueue(runs: readonly QueuedRun[]): Promise<void> {
    const { strangers = [], others = [] } = Object.groupBy(runs, ({ isStranger }) => (isStranger ? 'strangers' : 'others'));
    await Promise.all([this.#add('others', others), this.#add('strangers', strangers)]);
  }

  async #add(kind: keyof typeof RUN_QUEUES, runs: readonly QueuedRun[]): Promise<void> {
    if (runs.length === 0) return;
    await this.#queues[kind].addBulk(
      runs.map(({ workspaceId, runId, leaseToken }) => ({
        name: RUN_QUEUES[kind],
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
    const counts = await Promise.all(Object.values(this.#queues).map((queue) => queue.getWaitingCount()));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#queues).map((queue) => queue.close().catch(() => {})));
    this.#connection.disconnect();
  }
}
