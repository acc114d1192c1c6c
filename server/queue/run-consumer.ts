import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { Logger } from '#lib/ports/logger.ts';
import type { QueuedRun } from '#lib/ports/run-queue.ts';
import { BULL_PREFIX, RUN_QUEUES, runJobSchema } from './run-job.ts';

/**
 * A job whose worker is silent this long is delivered to another one. It only finds that the lease
 * of the run has run out, or not.
 */
const LOCK_MS = 10_000;
const RETRY_MS = 200;

type Offered = Pick<QueuedRun, 'workspaceId' | 'runId' | 'isStranger'>;

export type RunConsumerOptions = {
  readonly url: string;
  /** Jobs at once, of each queue. */
  readonly concurrency: Readonly<Record<keyof typeof RUN_QUEUES, number>>;
  /** Resolves when nothing is left to be done here for the run. */
  readonly take: (run: Offered) => Promise<void>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
};

/** Takes runs that the queues offer, as many at once as there is room for. */
export class RunConsumer {
  readonly #options: RunConsumerOptions;
  readonly #connection: Redis;
  readonly #workers: readonly Worker[];

  constructor(options: RunConsumerOptions) {
    this.#options = options;
    this.#connection = new Redis(options.url, { maxRetriesPerRequest: null, retryStrategy: () => RETRY_MS });
    this.#connection.on('error', () => {});
    this.#workers = [this.#consume('others'), this.#consume('strangers')];
  }

  #consume(kind: keyof typeof RUN_QUEUES): Worker {
    const { concurrency, take, log } = this.#options;
    const worker = new Worker(
      RUN_QUEUES[kind],
      async ({ data }) => {
        const run = runJobSchema.safeParse(data);
        if (!run.success) return log.error('a job that is no run was thrown away', { error: run.error });
        await take({ ...run.data, isStranger: kind === 'strangers' }).catch((error: unknown) =>
          log.error('a run could not be taken', { runId: run.data.runId, error }),
        );
      },
      {
        connection: this.#connection,
        prefix: BULL_PREFIX,
        concurrency: concurrency[kind],
        lockDuration: LOCK_MS,
        stalledInterval: LOCK_MS / 2,
        // A second delivery does no harm, however often there is one.
        maxStalledCount: 1000,
        drainDelay: 1,
        skipVersionCheck: true,
      },
    );
    worker.on('error', () => {});
    return worker;
  }

  /** Takes no further runs; those in progress continue. */
  async pause(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.pause(true)));
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close(true).catch(() => {})));
    this.#connection.disconnect();
  }
}
