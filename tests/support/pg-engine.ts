import type pg from 'pg';
import { Engine } from '#engine/engine.ts';
import type { EnginePorts } from '#engine/engine-ports.ts';
import { openLocalQueue } from '#engine/queue/open-local-queue.ts';
import { RunPermits } from '#engine/queue/run-permits.ts';
import type { Logger } from '#lib/ports/logger.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { LeaseStore } from '#server/db/queue/lease-store.ts';
import { PgQueuedRuns } from '#server/db/queue/queued-runs.ts';

/** The run store of a process that has the database to itself, and engines that execute what they queue there. */
export function openRunStore(pool: pg.Pool, log: Pick<Logger, 'error'> = { error: () => {} }) {
  const leases = new LeaseStore(pool, { kind: 'web' });
  const store = new PgRunStore(pool, { instance: leases });
  const queued = new PgQueuedRuns(pool, { leases, maxPerWorkspace: 0 });
  const makeEngine = (ports: Omit<EnginePorts, 'store' | 'shared' | 'isAlone'>): Engine => {
    const permits = new RunPermits(Number.POSITIVE_INFINITY);
    const { queue, drive } = openLocalQueue({ queued, permits, log, signal: new AbortController().signal });
    const engine = new Engine({ ...ports, store, shared: { queued, queue }, isAlone: true });
    drive(engine);
    return engine;
  };
  return { store, makeEngine };
}
