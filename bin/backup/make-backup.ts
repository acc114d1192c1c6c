import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '#lib/errors/app-error.ts';
import { backupNameOf } from '#server/backup/backup-files.ts';
import { takeBackup } from '#server/backup/take-backup.ts';
import { type Environment, readEnvironment } from '#server/config/environment.ts';
import { loadConfig } from '#server/config/load-config.ts';
import { readKeptOverride } from '#server/config/override-store.ts';
import { migrate } from '#server/db/database/migrate.ts';
import { openDatabase } from '#server/db/database/open-database.ts';
import { loadMasterKey } from '#server/secrets/load-master-key.ts';
import { SecretBox } from '#server/secrets/secret-box.ts';
import { makeBlobs } from '#server/storage/blobs/make-blobs.ts';
import { exitCode } from '../exit-code.ts';
import { explainSilence, openServer } from '../run/server-client.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { BackupLines } from './backup-lines.ts';
import { describeRows } from './describe-rows.ts';

type Options = { readonly out: string | undefined };

/** Has a running server take a backup. */
export async function backupOnServer(server: string, { out }: Options, terminal: Terminal): Promise<number> {
  if (out !== undefined)
    throw new UsageError('A server writes to its own backup folder: leave out --out, or set backup_folder in its config file');
  const client = openServer(server, { env: terminal.env });
  const taken = await client.createBackup().catch((error: unknown) => {
    throw explainSilence(error, { server });
  });
  return report(taken, terminal);
}

/** Takes a backup of the database that the environment names. */
export async function backupHere({ out }: Options, terminal: Terminal): Promise<number> {
  const environment = readEnvironment(terminal.env);
  const { databaseUrl, dataDir, secretKey } = environment;
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'pg')))
    throw new AppError(
      'data-folder-unusable',
      `There is no database in ${resolve(dataDir)}. Set THREADLOOM_DATA_DIR, or DATABASE_URL.`,
    );
  const now = new Date();
  const file = out ?? join(await folderOf(environment), backupNameOf(now, { isScheduled: false }));
  const database = await openDatabase({ databaseUrl, dataFolder: dataDir }).catch((error: unknown) => {
    throw explainLock(error);
  });
  try {
    // A backup says which tables it has by their migrations; one of an old build's would be read
    // only by that build.
    if (database.kind === 'embedded') await migrate(database.pool);
    const secrets = new SecretBox([await loadMasterKey({ secretKey, dataFolder: dataDir })]);
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
    const readOverride = () => readKeptOverride({ environment, database });
    const { files } = await loadConfig(environment);
    const blobs = await makeBlobs({ s3: files.s3, folder: join(dataDir, 'blobs') });
    const { note: onProgress } = new BackupLines((line) => terminal.err(line));
    const taken = await takeBackup({ database, secrets, file, version, readOverride, blobs, isShared: false, now, onProgress });
    return report(taken, terminal);
  } finally {
    await database.close();
  }
}

async function folderOf(environment: Environment): Promise<string> {
  const { backup_folder: folder } = await loadConfig(environment);
  return folder ?? join(environment.dataDir, 'backups');
}

function explainLock(error: unknown): unknown {
  if (!AppError.is(error) || !error.message.includes('in use')) return error;
  return new AppError(error.code, `${error.message} Or let its server take the backup: threadloom backup --server URL`, {
    cause: error,
  });
}

function report({ file, sizeBytes, rows }: Awaited<ReturnType<typeof takeBackup>>, terminal: Terminal): number {
  terminal.out(`${file}\n`);
  terminal.err(`${(sizeBytes / 1e6).toFixed(1)} MB: ${describeRows(rows)}\n`);
  return exitCode.ok;
}
