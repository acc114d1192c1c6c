import type pg from 'pg';
import { AppError } from '#lib/errors/app-error.ts';
import { refusedKeysOf } from '../config/load-config.ts';
import { CHECKPOINT_TABLES, findCheckpointTables, quoteTable } from '../db/database/checkpoint-tables.ts';
import { makeCheckpointer } from '../db/database/make-checkpointer.ts';
import { listTables, type Migration, makeTables, migrate, readMigrations } from '../db/database/migrate.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import { type BackupHeader, KEY_CHECK, LEFT_OUT, SEAL_AAD } from './backup-format.ts';
import type { OnBackupProgress } from './backup-progress.ts';
import { findGaps } from './find-gaps.ts';
import { type CheckedBackup, checkBackup, readBlobs, readRows } from './read-backup.ts';

/** What is inserted in one statement, about. */
const BATCH_CHARS = 1_000_000;
const BATCH_ROWS = 1000;
/** Who reads a table that is to be replaced is waited for as long as this, in milliseconds. */
const LOCK_WAIT_MS = 10_000;
/** Has a row before anybody has done anything. */
const SEEDED: readonly string[] = ['workspaces'];

export type RestoreBackup = {
  readonly file: string;
  /** The target: no other process may work with it. */
  readonly pool: pg.Pool;
  /** With the key of the target; null to restore without being able to open the secrets. */
  readonly secrets: Pick<SecretBox, 'open'> | null;
  /** Gets the content of files; without it, they are restored without content. */
  readonly blobs?: Pick<BlobStore, 'put'> | undefined;
  /** The values of the config file of the target. @defaultValue none */
  readonly configValues?: unknown;
  /** Whether existing data of the target may be deleted. */
  readonly isForced: boolean;
  readonly onProgress?: OnBackupProgress | undefined;
};

export type RestoredBackup = CheckedBackup;

/**
 * Replaces the contents of the target with a backup in one transaction, then migrates the tables to
 * this build. A failure leaves the target unchanged.
 * @throws {AppError} `backup-unusable`: damaged, of a newer version, with logs that have gaps, with settings that only
 * a config file may set, or not as this installation wrote it
 * @throws {AppError} `secret-unreadable`: the key of the target is not that of the backup
 * @throws {AppError} `target-not-empty`: the target has data, or is in use
 */
export async function restoreBackup({
  file,
  pool,
  secrets,
  blobs,
  configValues,
  isForced,
  onProgress,
}: RestoreBackup): Promise<RestoredBackup> {
  const backup = await checkBackup(file, onProgress);
  checkKey(backup.header, secrets);
  checkOverrides(backup, { file, configValues });
  const migrations = await readMigrations();
  const then = migrationsOf(backup.header, migrations);
  checkSeal(backup, { file, secrets });
  // Outside of the transaction, which LangGraph's own migration would abort.
  if (CHECKPOINT_TABLES.some((table) => backup.rows[table] !== undefined)) await makeCheckpointer(pool);
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
    await clear(client, listTables(migrations), isForced);
    await makeTables(client, then);
    const ours = listTables(then).filter((table) => !LEFT_OUT.includes(table));
    const total = Object.values(backup.rows).reduce((sum, count) => sum + count, 0);
    await fill(client, file, {
      tables: [...ours, ...(await findCheckpointTables(client))],
      onStored: (done) => onProgress?.({ phase: 'restore', done, total }),
    });
    await checkContent(client, backup);
    // Before the rows that refer to them: parts that nothing refers to are deleted after a while.
    if (blobs) for await (const { key, bytes } of readBlobs(file)) await blobs.put(key, bytes);
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    // Closing the connection rolls back an open transaction.
    await client.query('ROLLBACK').catch(() => {});
    client.release(true);
    throw error;
  }
  await migrate(pool);
  return backup;
}

function checkKey({ keyCheck }: BackupHeader, secrets: RestoreBackup['secrets']): void {
  try {
    secrets?.open(keyCheck, KEY_CHECK.aad);
  } catch (cause) {
    throw new AppError(
      'secret-unreadable',
      'The secrets in this backup were sealed with another key. Set THREADLOOM_SECRET_KEY to the key of then, or put the file secret.key of then into the data folder; --without-secrets restores the rest.',
      { cause },
    );
  }
}

/** A backup is data: it names no program, folder, grant or policy that is the config file's alone. */
function checkOverrides(
  { overrides }: CheckedBackup,
  { file, configValues }: Pick<RestoreBackup, 'file' | 'configValues'>,
): void {
  const keys = new Set(overrides.flatMap((source) => refusedKeysOf({ file: `The settings in ${file}`, source }, configValues)));
  if (keys.size === 0) return;
  throw new AppError(
    'backup-unusable',
    `The settings in ${file} set what only the config file may set: ${[...keys].join(', ')}. Nothing was changed. If you want that, write it into the config file, take it out of the override of then, and take another backup.`,
    { details: { keys: [...keys] } },
  );
}

function checkSeal({ sha256, seal }: CheckedBackup, { file, secrets }: Pick<RestoreBackup, 'file' | 'secrets'>): void {
  if (!secrets) return;
  try {
    if (seal !== undefined && secrets.open(seal, SEAL_AAD) === sha256) return;
  } catch (error) {
    if (!AppError.is(error)) throw error;
  }
  const why = seal === undefined ? 'it has no seal, as in earlier versions' : 'it was changed since';
  throw new AppError(
    'backup-unusable',
    `Nothing proves that this installation wrote ${file}: ${why}. Nothing was changed. If you know where it is from, --without-secrets restores it; secrets that this key sealed stay readable.`,
  );
}

function migrationsOf({ migrations: wanted }: BackupHeader, known: readonly Migration[]): Migration[] {
  return wanted.map(({ name, checksum }) => {
    const migration = known.find((one) => one.name === name && one.checksum === checksum);
    if (migration) return migration;
    throw new AppError(
      'backup-unusable',
      `This backup was taken by a newer version of Threadloom: its tables were made by ${name}, which this version does not know. Restore it with that version.`,
    );
  });
}

async function clear(client: pg.PoolClient, tables: readonly string[], isForced: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = ANY ($1)',
    [tables],
  );
  const present = rows.map(({ name }) => name);
  if (present.includes('holders')) await refuseWhileInUse(client);
  if (!isForced) await refuseIfFull(client, present);
  if (present.length > 0) await client.query(`DROP TABLE ${present.map((name) => `"${name}"`).join(', ')} CASCADE`);
}

async function refuseWhileInUse(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ pid: number; kind: string }>(
    'SELECT pid, kind FROM holders WHERE lost_at IS NULL AND lease_until > clock_timestamp()',
  );
  if (rows.length === 0) return;
  const who = rows.map(({ kind, pid }) => `${kind} ${pid}`).join(', ');
  throw new AppError('target-not-empty', `Processes work with this database (${who}). End all of them, then restore.`);
}

async function refuseIfFull(client: pg.PoolClient, present: readonly string[]): Promise<void> {
  for (const table of present) {
    if (SEEDED.includes(table) || LEFT_OUT.includes(table)) continue;
    const { rowCount } = await client.query(`SELECT 1 FROM "${table}" LIMIT 1`);
    if (rowCount)
      throw new AppError(
        'target-not-empty',
        `The target is not empty: there are rows in "${table}". Restore into an empty one, or throw away what is there with --force.`,
      );
  }
}

type Fill = { readonly tables: readonly string[]; readonly onStored: (rows: number) => void };

async function fill(client: pg.PoolClient, file: string, { tables, onStored }: Fill): Promise<void> {
  await client.query(`TRUNCATE ${tables.map(quoteTable).join(', ')} CASCADE`);
  let batch = { table: '', rows: [] as string[], chars: 0 };
  let stored = 0;
  const store = async () => {
    if (batch.rows.length === 0) return;
    const table = quoteTable(batch.table);
    const insert = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`;
    await client.query(insert, [`[${batch.rows.join(',')}]`]);
    stored += batch.rows.length;
    onStored(stored);
  };
  for await (const { table, json } of readRows(file)) {
    if (!tables.includes(table))
      throw new AppError('backup-unusable', `${file} holds the table "${table}", which its version did not have.`);
    if (table !== batch.table || batch.chars >= BATCH_CHARS || batch.rows.length >= BATCH_ROWS) {
      await store();
      batch = { table, rows: [], chars: 0 };
    }
    batch.rows.push(json);
    batch.chars += json.length;
  }
  await store();
}

async function checkContent(client: pg.PoolClient, { rows: wanted }: CheckedBackup): Promise<void> {
  for (const [table, count] of Object.entries(wanted)) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${quoteTable(table)}`);
    if (rows[0]?.count !== count)
      throw new AppError('backup-unusable', `Of "${table}" ${rows[0]?.count} rows of ${count} came back. Nothing was changed.`);
  }
  const gaps = await findGaps(client);
  if (gaps.length === 0) return;
  const which = gaps.map(({ runId, lastSeq, events }) => `${runId} (${events} events, last ${lastSeq})`).join(', ');
  throw new AppError(
    'backup-unusable',
    `The logs of runs in this backup have gaps: ${which}. Nothing was changed; take another backup.`,
  );
}
