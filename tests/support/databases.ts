import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { type Database, openDatabase } from '#server/db/database/open-database.ts';
import { databaseUrlOf, runOnServer } from './prepare-databases.ts';

export type DatabaseKind = 'PGlite' | 'Postgres';
export const databaseKinds: readonly DatabaseKind[] = ['PGlite', 'Postgres'];

/**
 * Location of one database: a new folder, or a new database on the server. `open` works again after
 * a close and has the same data.
 */
export type DatabaseLocation = {
  readonly kind: DatabaseKind;
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  open(): Promise<Database>;
  remove(): Promise<void>;
};

/** Runs the same tests on both databases. All tests of one `define` share one database. */
export function eachDatabase(name: string, define: (database: () => Database, kind: DatabaseKind) => void): void {
  for (const kind of databaseKinds) describe(`${name} on ${kind}`, () => define(useDatabase(kind), kind));
}

/** Runs tests whose statements other tests run on both databases. All tests of one `define` share one database. */
export function withDatabase(name: string, define: (database: () => Database) => void): void {
  describe(name, () => define(useDatabase('Postgres')));
}

function useDatabase(kind: DatabaseKind): () => Database {
  let location: DatabaseLocation;
  let database: Database;
  beforeAll(async () => {
    location = await makeDatabaseLocation(kind);
    database = await location.open();
  });
  afterAll(async () => {
    await database?.close();
    await location?.remove();
  });
  return () => database;
}

/**
 * A database with all tables, copied from the template of the run, or an empty one. The caller
 * closes what it opens and removes the database.
 * @param kind the server unless a test is about the embedded database, whose start costs more than most tests
 * @param options `isEmpty`: without tables, as a first start finds it
 */
export async function makeDatabaseLocation(kind: DatabaseKind = 'Postgres', { isEmpty = false } = {}): Promise<DatabaseLocation> {
  return kind === 'PGlite' ? makeFolder(isEmpty) : await makeServerDatabase(isEmpty);
}

function makeFolder(isEmpty: boolean): DatabaseLocation {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-test-'));
  const dataFolder = join(folder, 'data');
  if (!isEmpty) cpSync(inject('dataFolderTemplate'), dataFolder, { recursive: true });
  return {
    kind: 'PGlite',
    dataFolder,
    databaseUrl: undefined,
    open: () => openDatabase({ dataFolder }),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function makeServerDatabase(isEmpty: boolean): Promise<DatabaseLocation> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(server, `CREATE DATABASE ${name}${isEmpty ? '' : ` TEMPLATE ${inject('postgresTemplate')}`}`);
  const databaseUrl = databaseUrlOf(server, name);
  // For files outside the database, such as the secret key.
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-test-'));
  return {
    kind: 'Postgres',
    dataFolder: folder,
    databaseUrl,
    open: () => openDatabase({ databaseUrl, dataFolder: folder }),
    remove: async () => {
      rmSync(folder, { recursive: true, force: true });
      await runOnServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
