import type pg from 'pg';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { Logger } from '#lib/ports/logger.ts';
import { makeRunHeads } from '../db/event-log/run-heads.ts';
import { LeaseStore } from '../db/queue/lease-store.ts';
import { PgQueuedRuns } from '../db/queue/queued-runs.ts';
import { makeProcessUsage } from '../process/process-usage.ts';
import type { BullRunQueue as Queue } from '../queue/bull-run-queue.ts';
import { MemoryHub } from '../stream/memory-hub.ts';
import type { RedisHub as Hub } from '../stream/redis-hub.ts';

/**
 * What the runs of a process go by that others on its database may see too, and those others are
 * known by.
 */
export type Distribution = {
  /** Who this process is among those that hold runs. */
  readonly leases: LeaseStore;
  readonly queued: PgQueuedRuns;
  /** The database belongs to this process alone: nothing is shared, and it needs no lease. */
  readonly isAlone: boolean;
  readonly hub: EventHub & { readonly watchedRuns: number };
  /** With Redis: runs are queued for workers, and events go to all processes. */
  readonly redis?: { readonly queue: Queue; readonly hub: Hub };
  close(): Promise<void>;
};

export type OpenDistribution = {
  readonly pool: pg.Pool;
  readonly isAlone: boolean;
  readonly kind: 'web' | 'worker';
  /** Of the key that this process seals secrets with. */
  readonly keyId: string;
  readonly redisUrl: string | undefined;
  readonly maxPerWorkspace: number;
  /** Which version of the product this is. */
  readonly version: string;
  readonly log: Logger;
};

/**
 * Redis and its clients are loaded only where there is one.
 * @throws {AppError} `config-invalid`: those that are there already seal secrets with another key
 */
export async function openDistribution(options: OpenDistribution): Promise<Distribution> {
  const { pool, isAlone, kind, keyId, redisUrl, maxPerWorkspace, version, log } = options;
  const leases = new LeaseStore(pool, { kind, keyId, readUsage: makeProcessUsage(version) });
  if (!isAlone) await leases.refuseOtherKeys();
  const own = { leases, queued: new PgQueuedRuns(pool, { leases, maxPerWorkspace }), isAlone };
  const onListenerError = (error: unknown) => log.error('a watcher of a run failed', { error });
  if (isAlone) return { ...own, hub: new MemoryHub({ onListenerError }), close: async () => {} };
  const stored = makeRunHeads(pool);
  if (redisUrl === undefined) {
    const { StoredHub } = await import('../stream/stored-hub.ts');
    const hub = new StoredHub({ stored, onListenerError });
    return { ...own, hub, close: () => hub.close() };
  }
  const [{ RedisHub }, { BullRunQueue }] = await Promise.all([
    import('../stream/redis-hub.ts'),
    import('../queue/bull-run-queue.ts'),
  ]);
  const hub = new RedisHub({ url: redisUrl, stored, log });
  const queue = new BullRunQueue({ url: redisUrl, notifier: hub });
  return { ...own, hub, redis: { queue, hub }, close: async () => void (await Promise.all([queue.close(), hub.close()])) };
}
