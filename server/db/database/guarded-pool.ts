import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { Semaphore } from '#lib/async/semaphore.ts';
import { DiskState } from './disk-full.ts';
import { currentLane, type LaneName } from './request-lane.ts';

type Scope = { readonly pool: pg.Pool; isOpen: boolean };
const scopes = new AsyncLocalStorage<Scope>();

const INSIDE =
  'The database was used from inside a transaction, but not through the transaction. Embedded there is one connection, and the ' +
  'transaction holds it: this would wait for ever. Use the `db` or client that the function of the transaction receives.';

type OnClient = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** The part of the connections that the requests of a lane may use or wait for at once. */
const LANE = 0.5;
/** How long a statement of a stranger waits for those of members and keys, in milliseconds. */
const MAX_YIELD_MS = 200;

/**
 * A pool that rejects use from inside one of its own transactions, instead of a deadlock. Connections are lent first
 * in, first out; the requests of a lane first wait for each other, so that few of them are before a member's. Strangers
 * also wait until nothing else does, for a while.
 */
export class GuardedPool extends pg.Pool {
  readonly disk: DiskState;
  readonly #lanes: Readonly<Record<LaneName, Semaphore>>;
  readonly #yielding = new Set<() => void>();

  constructor(config: pg.PoolConfig, { disk = new DiskState() }: { disk?: DiskState } = {}) {
    super(config);
    this.disk = disk;
    const permits = Math.max(1, Math.floor((config.max ?? 1) * LANE));
    this.#lanes = { strangers: new Semaphore(permits), credentials: new Semaphore(permits) };
    this.on('release', () => {
      if (this.waitingCount === 0) for (const proceed of this.#yielding) proceed();
    });
    this.on('connect', (client) => {
      // Noted here, since callers may wrap the error.
      connectionOf(client).on('errorMessage', (error) => disk.note(error));
      // pg-pool listens to idle clients only, and an `error` event without a listener ends the process. The next query
      // of a client whose connection was lost rejects.
      client.on('error', () => {});
    });
  }

  /** Statements and transactions of strangers that wait for others of strangers. */
  get waitingStrangers(): number {
    return this.#lanes.strangers.waiting;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnClient): void;
  override connect(callback?: OnClient): Promise<pg.PoolClient> | undefined {
    if (!isInside(this)) {
      const lane = currentLane();
      if (!callback) return lane ? this.#connectIn(lane) : super.connect();
      if (lane) void this.#lendIn(lane, callback);
      else super.connect(callback);
      return undefined;
    }
    const error = new Error(INSIDE);
    if (!callback) return Promise.reject(error);
    // pool.query() comes this way and turns it into a rejection.
    process.nextTick(callback, error, undefined, () => {});
    return undefined;
  }

  async #connectIn(lane: LaneName): Promise<pg.PoolClient> {
    const leave = await this.#takeTurn(lane);
    try {
      return leavingWith(await super.connect(), leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #lendIn(lane: LaneName, callback: OnClient): Promise<void> {
    const leave = await this.#takeTurn(lane);
    super.connect((error, client) => {
      if (!client) leave();
      const lent = client && leavingWith(client, leave);
      callback(error, lent, (release) => lent?.release(release as boolean | Error | undefined));
    });
  }

  /** @returns a function that ends the turn, to be called once */
  #takeTurn(lane: LaneName): Promise<() => void> {
    return new Promise((begin) => {
      const turn = async () => {
        if (lane === 'strangers') await this.#yieldToOthers();
        await new Promise<void>((leave) => begin(leave));
      };
      void this.#lanes[lane].run(turn);
    });
  }

  /** Resolves once nothing waits for a connection, or after `MAX_YIELD_MS`. */
  async #yieldToOthers(): Promise<void> {
    if (this.waitingCount === 0) return;
    await new Promise<void>((resolve) => {
      const proceed = () => {
        clearTimeout(timer);
        this.#yielding.delete(proceed);
        resolve();
      };
      const timer = setTimeout(proceed, MAX_YIELD_MS);
      this.#yielding.add(proceed);
    });
  }
}

/** Ends a turn when the client is given back. The pool sets `release` anew each time that it lends a client. */
function leavingWith(client: pg.PoolClient, leave: () => void): pg.PoolClient {
  const { release } = client;
  client.release = (error) => {
    leave();
    release.call(client, error);
  };
  return client;
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
