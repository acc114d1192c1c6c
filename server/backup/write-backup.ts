import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { AppError } from '#lib/errors/app-error.ts';
import { findCheckpointTables, quoteTable } from '../db/database/checkpoint-tables.ts';
import { listTables, readMigrations } from '../db/database/migrate.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import { unfinishedNameOf } from './backup-files.ts';
import {
  BACKUP_FORMAT,
  type BackupEnd,
  type BackupHeader,
  BLOB_MARK,
  END_MARK,
  LEFT_OUT,
  ROW_MARK,
  TABLE_MARK,
} from './backup-format.ts';
import { type OnBackupProgress, readTableSizes, WriteProgress } from './backup-progress.ts';

/**
 * Rows are fetched in portions of about this many characters, so that a table of large rows needs
 * no more memory than one of small ones.
 */
const PORTION_CHARS = 1_000_000;
const MAX_PORTION_ROWS = 5000;
const FIRST_PORTION_ROWS = 50;
/** Half the time of the default for a tenth more bytes; logs are compressed to about a tenth either way. */
const GZIP_LEVEL = 3;

export type WriteBackup = {
  /** A database that others may use meanwhile; one connection of it is held until the backup is written. */
  readonly pool: pg.Pool;
  /** Path of the backup, which is created atomically. */
  readonly file: string;
  readonly header: Pick<BackupHeader, 'version' | 'keyCheck' | 'override'>;
  /** Proves to `restore` that this installation wrote the backup. */
  readonly seal: (sha256: string) => string;
  /** Where the content of files is; without it, the backup has none. */
  readonly blobs?: Pick<BlobStore, 'read'> | undefined;
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnBackupProgress | undefined;
};

export type WrittenBackup = { readonly file: string; readonly sizeBytes: number; readonly rows: BackupEnd['rows'] };

/**
 * Writes all that is stored at one moment, whatever is written meanwhile: everything is read in one
 * transaction that sees one state.
 * @remarks Nothing waits for it on a PostgreSQL server. The embedded database has one session, so
 * there a copy of it is read (`Database.copyTo`).
 */
export async function writeBackup(options: WriteBackup): Promise<WrittenBackup> {
  const { pool, file, header, seal, blobs, now, signal, onProgress } = options;
  const unfinished = unfinishedNameOf(file);
  const client = await pool.connect();
  const end = { end: true as const, rows: {} as Record<string, number>, blobs: 0, sha256: '', seal: '' };
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const lines = withEnd(readLines(client, { ...header, createdAt: now.toISOString() }, { end, blobs, onProgress }), {
      end,
      seal,
    });
    // Written through to the disk before it gets its name.
    const sink = createWriteStream(unfinished, { mode: 0o600, flush: true });
    await pipeline(Readable.from(lines), createGzip({ level: GZIP_LEVEL }), sink, { signal });
    await client.query('COMMIT');
    await rename(unfinished, file);
    client.release();
  } catch (error) {
    // Closing the connection rolls back an open transaction.
    client.release(true);
    await rm(unfinished, { force: true });
    throw error;
  }
  return { file, sizeBytes: (await stat(file)).size, rows: end.rows };
}

async function* readLines(
  client: pg.PoolClient,
  header: Omit<BackupHeader, 'format' | 'migrations'>,
  { end, blobs, onProgress }: { end: Pick<BackupEnd, 'rows' | 'blobs'> } & Pick<WriteBackup, 'blobs' | 'onProgress'>,
): AsyncGenerator<string> {
  const { rows } = end;
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name',
  );
  await refuseUnknown(migrations);
  yield `${JSON.stringify({ format: BACKUP_FORMAT, ...header, migrations } satisfies BackupHeader)}\n`;
  const tables = await tablesInOrder(client);
  const parts = blobs ? await partsOfFiles(client) : [];
  const fileBytes = parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const progress = onProgress && new WriteProgress(await readTableSizes(client, tables), fileBytes, onProgress);
  for (const table of tables) {
    yield `${TABLE_MARK}${JSON.stringify({ table })}\n`;
    rows[table] = 0;
    for await (const portion of readRows(client, table)) {
      rows[table] += portion.length;
      yield portion.map((row) => `${ROW_MARK}${row}\n`).join('');
      progress?.noteRows(table, rows[table]);
    }
    progress?.finishTable(table);
  }
  if (!blobs) return;
  for (const { key, sizeBytes } of parts) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of blobs.read(key, { start: 0, end: sizeBytes })) chunks.push(chunk);
    yield `${BLOB_MARK}${JSON.stringify({ key, base64: Buffer.concat(chunks).toString('base64') })}\n`;
    end.blobs++;
    progress?.finishFile(sizeBytes);
  }
}

/** The parts of all files and of their earlier versions, each once, as of the moment of the backup. */
async function partsOfFiles(client: pg.PoolClient): Promise<{ key: string; sizeBytes: number }[]> {
  const { rows: present } = await client.query(
    "SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'files'",
  );
  if (present.length === 0) return [];
  const { rows } = await client.query<{ key: string; sizeBytes: number }>(
    `SELECT DISTINCT part AS key, least(part_bytes, size_bytes - (place - 1) * part_bytes)::float8 AS "sizeBytes"
      FROM (SELECT parts, part_bytes, size_bytes FROM files UNION ALL SELECT parts, part_bytes, size_bytes FROM file_versions) AS content,
        unnest(parts) WITH ORDINALITY AS one (part, place)`,
  );
  return rows;
}

/** A newer build may have tables that this one does not know. */
async function refuseUnknown(migrations: readonly { readonly name: string }[]): Promise<void> {
  const known = (await readMigrations()).map(({ name }) => name);
  const unknown = migrations.find(({ name }) => !known.includes(name));
  if (!unknown) return;
  throw new AppError(
    'unavailable',
    `This database has the migration ${unknown.name} of a newer version of Threadloom, and a backup by this version would leave out what that one stores. Take it with the newer version.`,
  );
}

async function* readRows(client: pg.PoolClient, table: string): AsyncGenerator<string[]> {
  await client.query(`DECLARE backup_rows CURSOR FOR SELECT row_to_json(t)::text AS row FROM ${quoteTable(table)} t`);
  for (let wanted = FIRST_PORTION_ROWS; ; ) {
    const { rows } = await client.query<{ row: string }>(`FETCH ${wanted} FROM backup_rows`);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < wanted) break;
    const chars = rows.reduce((sum, { row }) => sum + row.length, 0);
    wanted = Math.min(Math.max(Math.floor((PORTION_CHARS * wanted) / chars), 1), MAX_PORTION_ROWS);
  }
  await client.query('CLOSE backup_rows');
}

/** Ours, a table that others refer to before those, and the checkpoints of graphs. */
async function tablesInOrder(client: pg.PoolClient): Promise<string[]> {
  const ours = listTables(await readMigrations()).filter((table) => !LEFT_OUT.includes(table));
  const { rows: present } = await client.query<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = ANY ($1) ORDER BY table_name',
    [ours],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT source.relname AS "from", target.relname AS "to" FROM pg_constraint
      JOIN pg_class source ON source.oid = conrelid JOIN pg_class target ON target.oid = confrelid
      WHERE contype = 'f' AND conrelid <> confrelid AND source.relnamespace = current_schema()::regnamespace`,
  );
  const ordered: string[] = [];
  const addWithReferences = (table: string) => {
    if (ordered.includes(table)) return;
    for (const { to } of references.filter(({ from }) => from === table)) addWithReferences(to);
    ordered.push(table);
  };
  for (const { name } of present) addWithReferences(name);
  return [...ordered, ...(await findCheckpointTables(client))];
}

async function* withEnd(
  lines: AsyncIterable<string>,
  { end, seal }: { end: { rows: Record<string, number>; sha256: string; seal: string }; seal: WriteBackup['seal'] },
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  for await (const line of lines) {
    hash.update(line);
    yield line;
  }
  end.sha256 = hash.digest('hex');
  end.seal = seal(end.sha256);
  yield `${END_MARK}${JSON.stringify(end)}\n`;
}
