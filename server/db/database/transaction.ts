import { isInside, runInside } from './guarded-pool.ts';
import { type Db, dbOfTransaction } from './make-db.ts';
import type { Database } from './open-database.ts';

/** How long to wait for the connection: embedded there is one, and a large commit may hold it for a while. */
const WAIT_FOR_CONNECTION_MS = 10_000;
/**
 * A transaction holds up everybody else when embedded, so nothing slow (a model, a fetch) belongs
 * into one.
 */
const TRANSACTION_LIMIT_MS = 15_000;

/**
 * Runs `work` in one transaction: all of it is committed, or none when it throws.
 * @throws {Error} when called inside another transaction of this database, or when `work` uses the
 * database around its `db`: with one connection both would wait for ever.
 */
export async function inTransaction<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  if (isInside(database.pool))
    throw new Error('inTransaction was called inside a transaction. Hand its `db` down instead of opening another one.');
  return database.prisma.$transaction((tx) => runInside(database.pool, () => work(dbOfTransaction(tx))), {
    maxWait: WAIT_FOR_CONNECTION_MS,
    timeout: TRANSACTION_LIMIT_MS,
  });
}
