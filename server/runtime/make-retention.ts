import type { Logger } from '#lib/ports/logger.ts';
import type { LiveConfig } from '#server/config/live-config.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { RetentionKeeper } from '#server/db/maintenance/retention-keeper.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { cleanFiles } from '#server/storage/files/clean-files.ts';
import type { Files } from '#server/storage/open-files.ts';

type Retention = {
  readonly liveConfig: LiveConfig;
  readonly database: Database;
  readonly log: Logger;
  readonly files: Files;
};

/** Deletes old runs and unused files, by the limits of the live config. */
export function makeRetention({ liveConfig, database, log, files }: Retention): RetentionKeeper {
  return new RetentionKeeper({
    pool: database.pool,
    clock: systemClock,
    log,
    readLimits: () => ({ days: liveConfig.current.retention_days, runsOfWorkflow: liveConfig.current.max_history_items }),
    isEmbedded: database.kind === 'embedded',
    cleanFiles: (signal) => cleanFiles(files, { clock: systemClock, signal }),
  });
}
