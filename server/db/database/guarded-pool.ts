import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { DiskState } from './disk-full.ts';

type Scope = { readonly pool: pg.Pool; isOpen: boolean };
const scopes = new AsyncLocalStorage<Scope>();

const INSIDE =
  'The database was used from inside a transaction, but not through the transaction. Embedded there is one connection, and the ' +
  'transaction holds it: this would wait for ever. Use the `db` or client that the function of the transaction receives.';

/** A pool that rejects use from inside one of its own transactions, instead of a deadlock. */
export class GuardedPool extends pg.Pool {
  readonly disk: DiskState;

  constructor(config: pg.PoolConfig, { disk = new DiskState() }: { disk?: DiskState } = {}) {
    super(config);
    this.disk = disk;
    this.on('connect', (client) => {
      // Noted here, since callers may wrap the error.
      connectionOf(client).on('errorMessage', (error) => disk.note(error));
      // pg-pool listens to idle clients only, and an `error` event without a listener ends the process. The next query
      // of a client whose connection was lost rejects.
      client.on('error', () => {});
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void;
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): Promise<pg.PoolClient> | undefined {
    if (!isInside(this)) {
      if (!callback) return super.connect();
      super.connect(callback);
      return undefined;
    }
    const error = new Error(INSIDE);
    if (!callback) return Promise.reject(error);
    // pool.query() comes this way and turns it into a rejection.
    process.nextTick(callback, error, undefined, () => {});
    return undefined;
  }
}

/** The protocol connection: missing in pg's types, and the only object that receives all server errors. */
function connectionOf(client: pg.PoolClient): EventEmitter {
  return (client as unknown as { readonly connection: EventEmitter }).connection;
}

/** True in code called, however deeply, by the function of an open transaction of this pool. */
export function isInside(pool: pg.Pool): boolean {
  const scope = scopes.getStore();
  return scope !== undefined && scope.pool === pool && scope.isOpen;
}

/**
 * Runs `work` as the inside of a transaction of `pool`. What it leaves running afterwards is
 * outside again.
 */
export async function runInside<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const scope: Scope = { pool, isOpen: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}
