import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { AppError } from '#lib/errors/app-error.ts';
import { isAdditive } from './is-additive.ts';

/** The lock that Prisma's own engine takes, so that `prisma migrate` and this never work at once. */
const PRISMA_LOCK = 72_707_369;
const LOCK_WAIT_MS = 60_000;
const FOLDER = new URL('../../../prisma/migrations/', import.meta.url);

// Prisma's own table, so that its CLI agrees with what was done here.
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

export type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };
type Applied = { name: string; checksum: string; isFinished: boolean; isAdditive: boolean };
/** Logged for a migration that only added: builds that do not know it can use the database. */
const ADDITIVE = 'additive';

/**
 * Applies the migrations of this build, each in a separate transaction.
 * @param options `folder`: where `<name>/migration.sql` lie; the ones of this build by default.
 * `mayBeNewer`: newer builds may have been here, and may still be, as long as what they changed of
 * the tables only added to them
 * @returns the names of those applied now; empty when there was nothing to do
 * @throws {AppError} `data-folder-unusable` when a newer version has been here; nothing is changed
 * then
 * @throws {AppError} `database-failed` when a migration fails, or was edited after it was applied
 * @remarks Several processes may start at once. A migration must not contain statements that refuse
 * a transaction (CREATE INDEX CONCURRENTLY).
 */
export async function migrate(
  pool: pg.Pool,
  { folder = FOLDER, mayBeNewer = false }: { folder?: URL; mayBeNewer?: boolean } = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
    await client.query('RESET lock_timeout');
    return await applyMissing(client, migrations, { mayBeNewer });
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [PRISMA_LOCK]).catch(() => {});
    client.release();
  }
}

/** The migrations of this build, in their order. */
export async function readMigrations(folder: URL = FOLDER): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return await Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** The tables that these migrations make, and the one that says which of them were applied. */
export function listTables(migrations: readonly Migration[]): string[] {
  const made = migrations.flatMap(({ sql }) => [...sql.matchAll(/^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(\w+)"?/gm)]);
  return [...new Set([...made.map((match) => match[1] as string), '_prisma_migrations'])];
}

/**
 * Makes the tables of these migrations where there are none, in the transaction that `client` has
 * open, under the lock of `migrate`.
 */
export async function makeTables(client: pg.PoolClient, migrations: readonly Migration[]): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [PRISMA_LOCK]);
  await client.query(CREATE_TABLE);
  for (const migration of migrations) await execute(client, migration);
}

async function applyMissing(
  client: pg.PoolClient,
  migrations: readonly Migration[],
  { mayBeNewer }: { mayBeNewer: boolean },
): Promise<string[]> {
  await client.query(CREATE_TABLE);
  const { rows } = await client.query<Applied>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished", coalesce(logs = $1, false) AS "isAdditive"
      FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
    [ADDITIVE],
  );
  const applied = new Map(rows.map((row) => [row.name, row]));
  check(applied, migrations, { mayBeNewer });
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of missing) await apply(client, migration);
  return missing.map(({ name }) => name);
}

function check(
  applied: ReadonlyMap<string, Applied>,
  migrations: readonly Migration[],
  { mayBeNewer }: { mayBeNewer: boolean },
): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum, isFinished, ...found } of applied.values()) {
    const migration = known.get(name);
    if (!migration && mayBeNewer && isFinished && found.isAdditive) continue;
    if (!migration) {
      throw new AppError(
        'data-folder-unusable',
        `This data was written by a newer version of Threadloom: it has the migration ${name}, which this version does not know. Start that version, or choose another data folder or database.`,
      );
    }
    if (!isFinished)
      throw new AppError(
        'database-failed',
        `The migration ${name} has failed before and needs a person: see \`prisma migrate resolve\`.`,
      );
    if (migration.checksum !== checksum)
      throw new AppError('database-failed', `The migration ${name} was edited after it was applied to this database.`);
  }
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await execute(client, migration);
    await client.query('COMMIT');
  } catch (cause) {
    // A lost connection has rolled back already: what ended it is the error to report.
    await client.query('ROLLBACK').catch(() => {});
    throw new AppError(
      'database-failed',
      `The migration ${migration.name} failed and was undone: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  }
}

async function execute(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql);
  await client.query(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count, logs) VALUES ($1, $2, $3, clock_timestamp(), 1, $4)',
    [randomUUID(), checksum, name, isAdditive(sql) ? ADDITIVE : null],
  );
}
