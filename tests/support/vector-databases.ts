import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/db/database/migrate.ts';
import { type Database, openDatabase } from '#server/db/database/open-database.ts';
import { makeDatabaseLocation } from './databases.ts';
import { startCluster } from './postgres-cluster.ts';

/** Where the programs of a PostgreSQL with pgvector are; `npm test` builds one and sets it. */
const PGVECTOR = process.env.THREADLOOM_TEST_PGVECTOR;
if (!PGVECTOR) console.info('Vectors are tested on the embedded database alone: THREADLOOM_TEST_PGVECTOR is not set');

export type VectorDatabaseKind = 'PGlite' | 'Postgres with pgvector';
export const vectorDatabaseKinds: readonly VectorDatabaseKind[] = PGVECTOR ? ['PGlite', 'Postgres with pgvector'] : ['PGlite'];

/** A new database that has vectors, with all tables. `close` removes it. */
export async function openVectorDatabase(
  kind: VectorDatabaseKind,
): Promise<{ readonly database: Database; close(): Promise<void> }> {
  if (kind === 'PGlite') {
    const location = await makeDatabaseLocation('PGlite');
    const database = await location.open();
    return {
      database,
      async close() {
        await database.close();
        await location.remove();
      },
    };
  }
  const cluster = await startCluster({ bin: PGVECTOR as string });
  const dataFolder = mkdtempSync(join(tmpdir(), 'threadloom-test-'));
  const database = await openDatabase({ databaseUrl: cluster.url, dataFolder });
  await migrate(database.pool);
  return {
    database,
    async close() {
      await database.close();
      await cluster.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
