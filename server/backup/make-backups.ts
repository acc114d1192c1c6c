import { join } from 'node:path';
import type { Logger } from '#lib/ports/logger.ts';
import type { Config } from '#server/config/config-schema.ts';
import type { OverrideStore } from '#server/config/override-store.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { systemClock } from '#server/process/system-clock.ts';
import type { SecretBox } from '#server/secrets/secret-box.ts';
import type { FileStore } from '#server/storage/files/file-store.ts';
import { BackupKeeper } from './backup-keeper.ts';

type Backups = {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  readonly secrets: SecretBox;
  readonly override: OverrideStore;
  readonly version: string;
  readonly dataFolder: string;
  readonly blobs: FileStore['blobs'];
};

/** Backups into the configured folder, or `backups` of the data folder. */
export function makeBackups({ config, database, log, secrets, override, version, dataFolder, blobs }: Backups): BackupKeeper {
  return new BackupKeeper({
    database,
    secrets,
    clock: systemClock,
    log,
    readOverride: override.read,
    blobs,
    version,
    folder: config.backup_folder ?? join(dataFolder, 'backups'),
    everyHours: config.backup_every_hours,
    keep: config.backup_keep,
  });
}
