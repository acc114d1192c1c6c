import type pg from 'pg';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { deleteOldMemory } from '../stores/memory/delete-old-memory.ts';
import { deleteOldStarts } from '../stores/start-store.ts';
import { deleteExpiredTabs } from '../stores/tab-store.ts';
import { TriggerEventStore } from '../stores/trigger-event-store.ts';
import { deleteExpiredValues } from '../stores/value-store.ts';
import {
  deleteEndedRuns,
  deleteExpiredSessions,
  deleteOldCallCounts,
  deleteOrphanedCheckpoints,
  deleteOrphanedPayloads,
  deleteRunsBeyond,
  reclaimSpace,
} from './retention.ts';

const DAY_MS = 86_400_000;
const INTERVAL_MS = 3_600_000;
/** Small, so that no other statement waits long: the embedded database has one connection. */
const RUNS_AT_ONCE = 100;
const PAUSE_MS = 50;

type RetentionLimits = {
  /**
   * Runs that ended longer ago are deleted. 0 or less: none. What has an end of its own, as sessions, tabs, stored
   * values and idempotency keys have, is deleted in any case.
   */
  readonly days: number;
  /** Ended runs of each workflow that are kept, the newest. 0 or less: all. */
  readonly runsOfWorkflow: number;
};

type RetentionOptions = {
  readonly pool: Pick<pg.Pool, 'query'>;
  /** Read by each sweep. */
  readonly readLimits: () => RetentionLimits;
  readonly isEmbedded: boolean;
  /** Called after each sweep, to delete what nothing refers to any more. */
  readonly cleanFiles?: (signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'error'>;
};

/** Deletes past runs by age and count. Any number of processes may do it on one database. */
export class RetentionKeeper {
  readonly #options: RetentionOptions;
  readonly #closing = new AbortController();
  #work: Promise<void> = Promise.resolve();

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  /** Sweeps now and every hour. */
  start(): void {
    this.#work = this.#keep();
  }

  /** Resolves after the statement in progress. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#work;
  }

  /** Deletes runs beyond the limits and what belonged to them. @returns how many runs */
  async sweep(): Promise<number> {
    const { pool, readLimits, isEmbedded, clock, log } = this.#options;
    const { days, runsOfWorkflow } = readLimits();
    await deleteOldStarts(pool);
    await deleteExpiredSessions(pool);
    await deleteExpiredTabs(pool);
    await deleteExpiredValues(pool);
    const before = new Date(clock.now() - days * DAY_MS);
    if (days > 0) await deleteOldCallCounts(pool, before);
    await deleteOldMemory(pool, days > 0 ? before : undefined);
    await new TriggerEventStore(pool).deleteOld(days > 0 ? before : undefined);
    const old = days > 0 ? await this.#repeatUntilEmpty(() => deleteEndedRuns(pool, { before, atMost: RUNS_AT_ONCE })) : 0;
    const beyond =
      runsOfWorkflow > 0
        ? await this.#repeatUntilEmpty(() => deleteRunsBeyond(pool, { keep: runsOfWorkflow, atMost: RUNS_AT_ONCE }))
        : 0;
    const runs = old + beyond;
    if (this.#closing.signal.aborted || (days <= 0 && runs === 0)) return runs;
    if (runs > 0) await deleteOrphanedCheckpoints(pool);
    const payloads = await deleteOrphanedPayloads(pool);
    if (runs === 0 && payloads === 0) return 0;
    log.info('past runs deleted', { runs, payloads, days, runsOfWorkflow });
    if (isEmbedded) await reclaimSpace(pool);
    return runs;
  }

  /** @returns how many were deleted in all */
  async #repeatUntilEmpty(deleteSome: () => Promise<number>): Promise<number> {
    const { clock } = this.#options;
    let count = 0;
    for (let deleted = -1; deleted !== 0 && !this.#closing.signal.aborted; ) {
      deleted = await deleteSome();
      count += deleted;
      if (deleted > 0) await clock.sleep(PAUSE_MS, this.#closing.signal).catch(() => {});
    }
    return count;
  }

  async #keep(): Promise<void> {
    const { clock, log } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.sweep().catch((error) => log.error('past runs could not be deleted', { error }));
      await this.#options.cleanFiles?.(signal).catch((error) => log.error('unused files could not be deleted', { error }));
      await clock.sleep(INTERVAL_MS, signal).catch(() => {});
    }
  }
}
