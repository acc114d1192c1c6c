import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Database, openDatabase } from '../db/database/open-database.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { makeBackupFolder, unfinishedNameOf } from './backup-files.ts';
import { KEY_CHECK, SEAL_AAD } from './backup-format.ts';
import { type WriteBackup, type WrittenBackup, writeBackup } from './write-backup.ts';

export type TakeBackup = {
  readonly database: Pick<Database, 'pool' | 'copyTo'>;
  readonly secrets: Pick<SecretBox, 'seal'>;
  /** Path of the backup. Its folder is created if missing. */
  readonly file: string;
  /** Of the product. */
  readonly version: string;
  /** The override of the config; undefined where there is none. */
  readonly readOverride: () => Promise<string | undefined>;
  /** Whether the database is in use meanwhile. */
  readonly isShared: boolean;
  /** Where the content of files is; without it, the backup has none. */
  readonly blobs?: WriteBackup['blobs'];
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: WriteBackup['onProgress'];
};

/**
 * A consistent backup of the database and the config's override while runs continue. On a server it
 * is one snapshot; the files of the embedded database are copied quickly, and a separate process
 * reads the copy.
 */
export async function takeBackup({ database, secrets, readOverride, isShared, ...wanted }: TakeBackup): Promise<WrittenBackup> {
  const header = {
    version: wanted.version,
    keyCheck: secrets.seal(KEY_CHECK.text, KEY_CHECK.aad),
    override: (await readOverride()) ?? null,
  };
  const parts = { ...wanted, header, seal: (sha256: string) => secrets.seal(sha256, SEAL_AAD) };
  await makeBackupFolder(dirname(wanted.file));
  if (!database.copyTo || !isShared) return writeBackup({ ...parts, pool: database.pool });
  const folder = unfinishedNameOf(join(dirname(wanted.file), `${basename(wanted.file)}-copy`));
  try {
    await database.copyTo(folder);
    const copy = await openDatabase({ dataFolder: folder });
    try {
      return await writeBackup({ ...parts, pool: copy.pool });
    } finally {
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
