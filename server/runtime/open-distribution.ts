import type pg from 'pg';
import type { Logger } from '#lib/ports/logger.ts';
import { LeaseStore } from '../db/lease-store.ts';
import { PgQueuedRuns } from '../db/queued-runs.ts';
import { makeRunHeads } from '../db/run-heads.ts';
import type { BullRunQueue } from '../queue/bull-run-queue.ts';
import type { RedisHub } from '../stream/redis-hub.ts';

/** What several processes on one database share. */
export type Distribution = {
  readonly leases: LeaseStore;
  /** With Redis: runs are queued for workers, and events go to all processes. */
  readonly redis?: { readonly queued: PgQueuedRuns; readonly queue: BullRunQueue; readonly hub: RedisHub };
  close(): Promise<void>;
};

export type OpenDistribution = {
  readonly pool: pg.Pool;
  readonly kind: 'web' | 'worker';
  /** Of the key that this process seals secrets with. */
  readonly keyId: string;
  readonly redisUrl: string | undefined;
  readonly maxPerWorkspace: number;
  readonly log: Logger;
};

/**
 * Opens what a process needs that is not alone on its database. Redis and its clients are loaded only where there is one.
 * @throws {AppError} `config-invalid`: those that are there already seal secrets with another key
 */
export async function openDistribution({
  pool,
  kind,
  keyId,
  redisUrl,
  maxPerWorkspace,
  log,
}: OpenDistribution): Promise<Distribution> {
  const leases = new LeaseStore(pool, { kind, keyId });
  await leases.refuseOtherKeys();
  if (redisUrl === undefined) return { leases, close: async () => {} };
  const [{ RedisHub: Hub }, { BullRunQueue: Queue }] = await Promise.all([
    import('../stream/redis-hub.ts'),
    import('../queue/bull-run-queue.ts'),
  ]);
  const hub = new Hub({ url: redisUrl, stored: makeRunHeads(pool), log });
  const queue = new Queue({ url: redisUrl, notifier: hub });
  const queued = new PgQueuedRuns(pool, { leases, maxPerWorkspace });
  return {
    leases,
    redis: { queued, queue, hub },
    close: async () => void (await Promise.all([queue.close(), hub.close()])),
  };
}
