import type pg from 'pg';
import { AppError } from '#lib/errors/app-error.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { DiskState } from './disk-full.ts';
import { GuardedPool } from './guarded-pool.ts';
import type { Db } from './make-db.ts';
import { type PGliteProcess, startPGlite } from './start-pglite.ts';

/**
 * An open database: a PostgreSQL server, or the embedded one in its child process. Other modules
 * see the pool only.
 */
export type Database = {
  /** For SQL and for the checkpointer; refuses use from inside `inTransaction`. */
  readonly pool: pg.Pool & Pick<GuardedPool, 'waitingStrangers'>;
  /** What repositories take outside of a transaction. */
  readonly db: Db;
  readonly prisma: PrismaClient;
  readonly kind: 'embedded' | 'server';
  readonly disk: Pick<DiskState, 'isFull'>;
  /** The embedded database was made by this start. */
  readonly isNew: boolean;
  /** The embedded database's process. */
  readonly childPid?: number;
  /**
   * Embedded database only: copies its files as a consistent snapshot into a folder that
   * `openDatabase` can open.
   */
  readonly copyTo?: (folder: string) => Promise<void>;
  /** Waits for queries in progress, then ends the pool and the child process. Idempotent. */
  close(): Promise<void>;
};

export type OpenDatabase = {
  /** A PostgreSQL server; embedded when undefined or empty. */
  readonly databaseUrl?: string | undefined;
  /** Where the embedded database keeps its files; made when missing. */
  readonly dataFolder: string;
  /** @defaultValue 10; embedded it is always 1 */
  readonly maxConnections?: number;
  /** Lines for the operator, without secrets. */
  readonly log?: (line: string) => void;
  /**
   * Called once when the process of the embedded database ends unexpectedly. Nothing can be stored
   * after it: exit with this error.
   */
  readonly onLost?: (error: AppError) => void;
};

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Our statements are found by primary key, whatever their values, but PostgreSQL takes the plan for
 * given values to be cheaper, and so plans an append anew each time: 2.0 ms of the embedded
 * database's CPU for a batch of one event instead of 0.4.
 */
const KEEP_PLANS = 'SET plan_cache_mode = force_generic_plan';
/**
 * The default is meant for a disk that turns: with it PostgreSQL reads 33,000 runs one by one
 * rather than ask the index of their texts.
 * @see https://www.postgresql.org/docs/current/runtime-config-query.html#GUC-RANDOM-PAGE-COST
 */
const DISK_WITHOUT_SEEKS = 'SET random_page_cost = 1.1';
/**
 * Compiling a plan pays off for queries of seconds. Ours read few rows by an index, and PostgreSQL
 * takes those of large tables for long ones: a search in 100,000 passages took 620 ms instead of 28.
 */
const COMPILE_NO_PLANS = 'SET jit = off';
/**
 * A plan made while a table was empty scans the whole table, and is cached; the embedded database
 * never analyses its tables. All our statements have an index: an append
 * of 30 runs stays at 1.8 ms with 36,000 runs stored, instead of 8 to 11.
 */
const USE_INDEXES = 'SET enable_seqscan = off';

/**
 * Opens the database without looking at its tables (`migrate` does).
 * @throws {AppError} `data-folder-unusable`: in use, not writable, a file, or of a newer version; a
 * retry helps only for the first
 * @throws {AppError} `database-failed`: the server does not answer
 */
export async function openDatabase(options: OpenDatabase): Promise<Database> {
  return options.databaseUrl ? openServer(options.databaseUrl, options) : openEmbedded(options);
}

async function openEmbedded({ dataFolder, log = () => {}, onLost = () => {} }: OpenDatabase): Promise<Database> {
  // The child starts while this process loads the entity client.
  const disk = new DiskState();
  const onDiskSpace = (isLow: boolean) => {
    log(
      isLow ? `the disk of ${dataFolder} is full: nothing is stored until there is room` : `the disk of ${dataFolder} has room`,
    );
    disk.setLow(isLow);
  };
  const [child, makeDb] = await Promise.all([
    startPGlite({ dataFolder, log, onUnexpectedExit: onLost, onDiskSpace }),
    import('./make-db.ts'),
  ]);
  const options = {
    host: child.socketFolder,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    // All connections share one session, so a prepared statement of a dropped client would still exist.
    idleTimeoutMillis: 0,
    onConnect: async (client: pg.ClientBase) => void (await client.query(`DEALLOCATE ALL; ${KEEP_PLANS}; ${USE_INDEXES}`)),
  };
  const pool = new GuardedPool(options, { disk });
  return finish({ pool, kind: 'embedded', child, log, makeDb });
}

async function openServer(
  databaseUrl: string,
  { maxConnections = MAX_CONNECTIONS, log = () => {} }: OpenDatabase,
): Promise<Database> {
  const makeDb = await import('./make-db.ts');
  const pool = makeServerPool(databaseUrl, maxConnections);
  try {
    await pool.query('SELECT 1');
  } catch (cause) {
    await pool.end().catch(() => {});
    throw new AppError('database-failed', `The database ${withoutSecrets(databaseUrl)} does not answer: ${reasonOf(cause)}`, {
      cause,
    });
  }
  return finish({ pool, kind: 'server', log, makeDb });
}

function makeServerPool(connectionString: string, max: number): GuardedPool {
  try {
    return new GuardedPool({
      connectionString,
      max,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'threadloom',
      onConnect: async (client: pg.ClientBase) =>
        void (await client.query(`${KEEP_PLANS}; ${DISK_WITHOUT_SEEKS}; ${COMPILE_NO_PLANS}`)),
    });
  } catch (cause) {
    throw new AppError('database-failed', 'DATABASE_URL is not an address like postgresql://user:password@host:5432/name.', {
      cause,
    });
  }
}

type Parts = {
  pool: GuardedPool;
  kind: Database['kind'];
  child?: PGliteProcess;
  log: (line: string) => void;
  makeDb: typeof import('./make-db.ts');
};

function finish({ pool, kind, child, log, makeDb }: Parts): Database {
  // Without a listener the error of an idle connection would end the process. The next query fails anyway.
  pool.on('error', (error) => log(`database connection lost: ${error.message}`));
  const prisma = makeDb.makePrisma(pool);
  let closed: Promise<void> | undefined;
  const close = async () => {
    await prisma.$disconnect();
    if (child) return await child.stop(pool.end());
    await pool.end();
  };
  return {
    pool,
    db: makeDb.dbOfPool(pool, prisma),
    prisma,
    kind,
    disk: pool.disk,
    isNew: child?.isNew ?? false,
    ...(child && { childPid: child.pid, copyTo: (folder: string) => child.copyTo(folder) }),
    close: () => (closed ??= close()),
  };
}

function withoutSecrets(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url ? `${url.hostname || 'localhost'}:${url.port || 5432}${url.pathname}` : 'in DATABASE_URL';
}

function reasonOf(error: unknown): string {
  // Node tries each address of a host name and combines the errors.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
