import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { migrate } from '#server/db/database/migrate.ts';
import { type Database, openDatabase } from '#server/db/database/open-database.ts';

export type DatabaseKind = 'PGlite' | 'Postgres';
export const databaseKinds: readonly DatabaseKind[] = ['PGlite', 'Postgres'];

/** A place for one database: a new folder or a new database on the server. `open` may be called again after a close, with the data kept. */
export type DatabasePlace = {
  readonly kind: DatabaseKind;
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  open(): Promise<Database>;
  remove(): Promise<void>;
};

/** Runs the same tests on both databases. All tests of one `define` share one database with its tables made. */
export function eachDatabase(name: string, define: (database: () => Database, kind: DatabaseKind) => void): void {
  describe.each(databaseKinds)(`${name} on %s`, (kind) => {
    let place: DatabasePlace;
    let database: Database;
    beforeAll(async () => {
      place = await makePlace(kind);
      database = await place.open();
      await migrate(database.pool);
    });
    afterAll(async () => {
      await database?.close();
      await place?.remove();
    });
    define(() => database, kind);
  });
}

/** An empty place: no tables yet. The caller closes what it opens and removes the place. */
export async function makePlace(kind: DatabaseKind): Promise<DatabasePlace> {
  return kind === 'PGlite' ? makeFolder() : await makeServerDatabase();
}

function makeFolder(): DatabasePlace {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-test-'));
  const dataFolder = join(folder, 'data');
  return {
    kind: 'PGlite',
    dataFolder,
    databaseUrl: undefined,
    open: () => openDatabase({ dataFolder }),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function makeServerDatabase(): Promise<DatabasePlace> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  // For what is no matter of the database, as the key of secrets.
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-test-'));
  return {
    kind: 'Postgres',
    dataFolder: folder,
    databaseUrl: url.href,
    open: () => openDatabase({ databaseUrl: url.href, dataFolder: folder }),
    remove: async () => {
      rmSync(folder, { recursive: true, force: true });
      await runOnServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function runOnServer(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
