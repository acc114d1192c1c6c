import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '#lib/errors/app-error.ts';
import { checkBackup } from '#server/backup/read-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { type Environment, readEnvironment } from '#server/config/environment.ts';
import { parseConfig, readConfigFile, readConfigValues } from '#server/config/load-config.ts';
import { openDatabase } from '#server/db/database/open-database.ts';
import { loadMasterKey } from '#server/secrets/load-master-key.ts';
import { SecretBox } from '#server/secrets/secret-box.ts';
import { makeBlobs } from '#server/storage/blobs/make-blobs.ts';
import { exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { BackupLines } from './backup-lines.ts';
import { describeRows } from './describe-rows.ts';

type Restore = { readonly file: string; readonly isForced: boolean; readonly hasSecrets: boolean };

/** Restores a backup into the database that the environment names. */
export async function restoreHere({ file, isForced, hasSecrets }: Restore, terminal: Terminal): Promise<number> {
  const environment = readEnvironment(terminal.env);
  // Before a folder is made for what turns out to be no backup.
  const lines = new BackupLines((line) => terminal.err(line));
  const { header } = await checkBackup(file, lines.note);
  const secrets = hasSecrets ? await openSecrets(environment) : null;
  const isOverridden = existsSync(environment.configOverridePath);
  if (isOverridden && header.override !== null && !isForced)
    throw new AppError('target-not-empty', `${environment.configOverridePath} is there already. Throw it away with --force.`);
  const database = await openDatabase({ databaseUrl: environment.databaseUrl, dataFolder: environment.dataDir });
  try {
    const config = await readConfigFile(environment.configPath);
    const { files } = parseConfig(config.source, { file: config.file, variables: environment.variables });
    const configValues = readConfigValues(config, environment.variables);
    const blobs = await makeBlobs({ s3: files.s3, folder: join(environment.dataDir, 'blobs') });
    const { rows } = await restoreBackup({
      file,
      pool: database.pool,
      secrets,
      blobs,
      configValues,
      isForced,
      onProgress: lines.note,
    });
    if (header.override !== null) await writeOverride(environment.configOverridePath, header.override);
    terminal.err(`The backup of ${header.createdAt} is restored: ${describeRows(rows)}. Every log is whole.\n`);
  } finally {
    await database.close();
  }
  return exitCode.ok;
}

async function writeOverride(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** The key must exist: a newly generated one could not decrypt the restored secrets. */
async function openSecrets({ secretKey, dataDir }: Environment): Promise<SecretBox> {
  if (secretKey === undefined && !existsSync(join(dataDir, 'secret.key')))
    throw new AppError(
      'secret-unreadable',
      `The key that the backup's secrets were sealed with is not here. Set THREADLOOM_SECRET_KEY, or put the file secret.key of then into ${resolve(dataDir)}; --without-secrets restores the rest.`,
    );
  return new SecretBox([await loadMasterKey({ secretKey, dataFolder: dataDir })]);
}
