/**
 * The embedded database in a process of its own (in the server's process a query of 162 ms held the
 * event loop for 164): takes the folder's lock, opens the folder, serves PostgreSQL's protocol on a
 * unix socket, and ends with its parent.
 */
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { WholeMessages } from './whole-messages.ts';
import { endsWithSync, WholeSeries } from './whole-series.ts';

export type ChildMessage =
  | { readonly type: 'making' }
  | { readonly type: 'ready' }
  | { readonly type: 'disk'; readonly isLow: boolean }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'copied'; readonly folder: string; readonly problem?: string; readonly code?: string };
export type ParentMessage = 'stop' | { readonly copyTo: string };

/** Raised when a build lays out the folder in a way that older builds cannot read. */
const DATA_FORMAT = 1;
/**
 * A restart may come before the last process has exited (42 ms on average after kill -9, seconds
 * when the disk is busy).
 */
const LOCK_WAIT_MS = 5000;
/**
 * pg drops a client after some errors and its successor connects first; with a limit of 1 that one
 * was refused.
 */
const MAX_CONNECTIONS = 10;
const SQLITE_BUSY = 5;
/**
 * The default of 128 MB costs the process 125 MB more without measurable gain: the operating system
 * caches the files.
 */
const SHARED_BUFFERS = '16MB';

const [dataFolder = '', socketFolder = ''] = process.argv.slice(2);
const pgFolder = join(dataFolder, 'pg');
const versionFile = join(dataFolder, 'version');
/** Exists while the database is created: a database next to it was never in use. */
const makingFile = join(dataFolder, 'making');

class Unusable extends Error {}

function report(message: ChildMessage): void {
  process.send?.(message);
}

function endAtOnce(): never {
  // The parent died: nothing more can be acknowledged, and the next start is waiting for the lock.
  rmSync(socketFolder, { recursive: true, force: true });
  process.exit(0);
}

function makeFolder(): void {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new Unusable(`The data folder ${dataFolder} is a file, or is below one.`);
    throw new Unusable(`The data folder ${dataFolder} cannot be made (${code}).`);
  }
}

/**
 * An operating system lock, released however this process ends. Two databases on one folder would
 * lose data silently.
 */
function takeLock(): DatabaseSync {
  try {
    const lock = new DatabaseSync(join(dataFolder, 'lock.db'), { timeout: LOCK_WAIT_MS });
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) {
      throw new Unusable(
        `The data folder ${dataFolder} is in use by another Threadloom. Stop that one, or choose another folder.`,
      );
    }
    throw new Unusable(`The data folder ${dataFolder} cannot be written: ${(error as Error).message}.`);
  }
}

function checkVersion(): void {
  if (!existsSync(versionFile)) return;
  const text = readFileSync(versionFile, 'utf8').trim();
  if (!/^\d+$/.test(text))
    throw new Unusable(`The file ${versionFile} should hold a number, but holds ${JSON.stringify(text.slice(0, 40))}.`);
  if (Number(text) <= DATA_FORMAT) return;
  throw new Unusable(
    `The data in ${dataFolder} was written by a newer version of Threadloom (data format ${text}, this version reads up to ` +
      `${DATA_FORMAT}). Start that version, or choose another folder.`,
  );
}

function writeVersion(): void {
  if (existsSync(versionFile)) return;
  writeFileSync(`${versionFile}.new`, `${DATA_FORMAT}\n`);
  renameSync(`${versionFile}.new`, versionFile);
}

/** Without these PGlite would make an empty database over what is left of the old one. */
const NEEDED_FILES = ['PG_VERSION', 'global/pg_control', 'base'];

function checkFiles(): void {
  const missing = NEEDED_FILES.find((name) => !existsSync(join(pgFolder, name)));
  if (missing === undefined) return;
  throw new Unusable(`${pgFolder} is no database: it has no ${missing}. Nothing was changed in it. ${howToRestore()}`);
}

async function openExisting(options: PGliteOptions): Promise<PGlite> {
  try {
    return await PGlite.create(options);
  } catch (error) {
    const reason = String((error as Error)?.message ?? error).split('\n', 1)[0];
    refuseFullDisk(MIN_FREE_MB);
    throw new Unusable(
      `The database in ${pgFolder} cannot be opened: it is damaged, or the disk cannot be read (${reason}). ${howToRestore()}`,
    );
  }
}

/** Writes stop below this: PostgreSQL allocates WAL segments of 16 MB and panics without room for one. */
const MIN_FREE_MB = 32;
const EMPTY_DATABASE_MB = 40;

/** Infinity if it is unknown. */
function freeMb(): number {
  try {
    const { bavail, bsize } = statfsSync(dataFolder);
    return (bavail * bsize) / (1024 * 1024);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function refuseFullDisk(needsMb: number): void {
  const free = freeMb();
  if (free >= needsMb) return;
  throw new Unusable(
    `The disk of ${dataFolder} is full: ${Math.floor(free)} MB are free, and ${needsMb} MB are needed. Make room and start again.`,
  );
}

/** Names the newest backup, where there is one in the usual place. */
function howToRestore(): string {
  const folder = join(dataFolder, 'backups');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.backup.gz')) : [];
  const [newest] = names.map((name) => ({ name, atMs: statSync(join(folder, name)).mtimeMs })).sort((a, b) => b.atMs - a.atMs);
  if (!newest) return `There is no backup in ${folder}. To begin anew, move ${dataFolder} away.`;
  return `The newest backup is ${join(folder, newest.name)}: move ${pgFolder} and ${versionFile} away, then run \`npx threadloom restore ${join(folder, newest.name)}\`.`;
}

/** Unpacking the empty database takes 0.7 s, making one with initdb 4.5 s. */
async function openFolder(): Promise<PGlite> {
  const wasBeingMade = existsSync(makingFile);
  if (wasBeingMade) rmSync(pgFolder, { recursive: true, force: true });
  const options = {
    dataDir: pgFolder,
    extensions: { vector, pg_trgm },
    startParams: [
      ...PGlite.defaultStartParams,
      ...['-c', `shared_buffers=${SHARED_BUFFERS}`],
      // Pages are in memory or on an SSD. With the default of disks that turn, indexes look dearer than whole tables.
      ...['-c', 'random_page_cost=1.1'],
    ],
  };
  if (existsSync(pgFolder)) {
    checkFiles();
    refuseFullDisk(MIN_FREE_MB);
    return await openExisting(options);
  }
  if (existsSync(versionFile) && !wasBeingMade)
    throw new Unusable(`The database of ${dataFolder} is missing: there is no ${pgFolder}. ${howToRestore()}`);
  refuseFullDisk(MIN_FREE_MB + EMPTY_DATABASE_MB);
  report({ type: 'making' });
  writeFileSync(makingFile, '');
  const empty = new Blob([readFileSync(new URL('../prebuilt/empty-pg.tar.gz', import.meta.url))]);
  return await PGlite.create({ ...options, loadDataDir: empty });
}

/**
 * Copies the database's files as they are between two steps of this thread, which alone writes
 * them: what a start after `kill -9` would find, and that is all that was ever acknowledged.
 * Everybody waits meanwhile, about as long as the disk needs for the bytes.
 */
function copyFiles(folder: string): ChildMessage {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    cpSync(pgFolder, join(folder, 'pg'), { recursive: true, mode: constants.COPYFILE_FICLONE });
    cpSync(versionFile, join(folder, 'version'));
    return { type: 'copied', folder };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const { message, code } = error as NodeJS.ErrnoException;
    return { type: 'copied', folder, problem: message, ...(code && { code }) };
  }
}

type Execute = PGlite['execProtocolRawStream'];

/**
 * SQL errors are answered. A throw means that the WebAssembly instance is broken, and the socket
 * server would hang.
 */
function endWhenBroken(execute: Execute): Execute {
  return async (message, options) => {
    try {
      const onRawData = (data: Uint8Array) => {
        endAfterPanic(data);
        options?.onRawData(data);
      };
      return await execute(message, { ...options, onRawData });
    } catch (error) {
      console.error(error);
      process.exit(4);
    }
  };
}

/** PostgreSQL exits after a panic. In WebAssembly it cannot: the call would loop forever. */
function endAfterPanic(data: Uint8Array): void {
  if (data.length > MAX_ERROR_BYTES || !Buffer.from(data).includes(PANIC)) return;
  console.error(`PostgreSQL panicked: ${Buffer.from(data).toString().split('\0M')[1]?.split('\0')[0]}`);
  process.exit(4);
}

/** The severity of an error, as the protocol writes it. */
const PANIC = '\0VPANIC\0';
const MAX_ERROR_BYTES = 10_000;
/** Parts of the extended protocol: between them and the end of their series nothing else may be sent. */
const PARTS_OF_SERIES = 'PBDECHdcf';
const DISK_LOOK_MS = 1000;
const MIN_DISK_LOOK_MS = 20;

/** While the disk is low, transactions are read-only: writes fail at once, reads work. */
function refuseWritesWhenLow(db: PGlite, execute: Execute): Execute {
  let isLow = false;
  let isReadOnly = false;
  let lookedAtMs = 0;
  let isInSeries = false;
  const look = () => {
    lookedAtMs = performance.now();
    const wasLow = isLow;
    isLow = freeMb() < MIN_FREE_MB;
    if (isLow !== wasLow) report({ type: 'disk', isLow });
  };
  setInterval(look, DISK_LOOK_MS).unref();
  return async (message, options) => {
    if (performance.now() - lookedAtMs > MIN_DISK_LOOK_MS) look();
    if (isLow !== isReadOnly && !isInSeries && !db.isInTransaction()) {
      await execute(setReadOnly(isLow), { onRawData: () => {} });
      isReadOnly = isLow;
    }
    isInSeries = PARTS_OF_SERIES.includes(String.fromCharCode(message[0] ?? 0)) && !endsWithSync(message);
    return execute(message, options);
  };
}

/** A simple query of the protocol. */
function setReadOnly(isReadOnly: boolean): Uint8Array {
  const text = `SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`;
  const message = Buffer.alloc(1 + 4 + text.length + 1);
  message.write('Q');
  message.writeInt32BE(message.length - 1, 1);
  message.write(text, 5);
  return message;
}

/** The socket server has no hook between socket and parser, so the sockets' `data` events are replaced. */
function gatherMessages(server: PGLiteSocketServer): void {
  const { server: sockets } = server as unknown as { readonly server: Server };
  sockets.prependListener('connection', (socket) => {
    const messages = new WholeMessages();
    const emit = socket.emit.bind(socket);
    socket.emit = (name: string, ...given: unknown[]) => {
      if (name !== 'data') return emit(name, ...given);
      const whole = messages.take(given[0] as Buffer);
      return whole ? emit('data', whole) : true;
    };
  });
}

type QueryQueue = {
  enqueue(clientId: number, message: Uint8Array, onData: (data: Uint8Array) => void): Promise<number>;
  clearQueueForHandler(clientId: number): void;
};

/** The socket server queues single messages of the protocol, so its queue is made to take whole series. */
function gatherSeries(server: PGLiteSocketServer): void {
  const { queryQueue } = server as unknown as { readonly queryQueue: QueryQueue };
  const series = new WholeSeries();
  const enqueue = queryQueue.enqueue.bind(queryQueue);
  const clear = queryQueue.clearQueueForHandler.bind(queryQueue);
  queryQueue.enqueue = async (clientId, message, onData) => {
    const whole = series.take(clientId, message);
    return whole ? enqueue(clientId, whole, onData) : 0;
  };
  queryQueue.clearQueueForHandler = (clientId) => {
    series.drop(clientId);
    clear(clientId);
  };
}

async function serve(): Promise<void> {
  makeFolder();
  const lock = takeLock();
  checkVersion();
  const db = await openFolder();
  rmSync(makingFile, { force: true });
  writeVersion();
  db.execProtocolRawStream = refuseWritesWhenLow(db, endWhenBroken(db.execProtocolRawStream.bind(db)));
  const server = new PGLiteSocketServer({ db, path: join(socketFolder, '.s.PGSQL.5432'), maxConnections: MAX_CONNECTIONS });
  await server.start();
  gatherMessages(server);
  gatherSeries(server);
  process.on('message', async (message: ParentMessage) => {
    if (message !== 'stop') return report(copyFiles(message.copyTo));
    await server.stop();
    await db.close();
    lock.close();
    process.exit(0);
  });
  report({ type: 'ready' });
}

process.on('disconnect', endAtOnce);
// Ctrl-C, a closed terminal and a service manager signal the whole process group. The parent still
// has to write and ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

try {
  await serve();
} catch (error) {
  const message =
    error instanceof Unusable
      ? error.message
      : `The database in ${dataFolder} cannot be opened: ${error instanceof Error ? error.message : error}`;
  report({ type: 'failed', message });
  process.exitCode = 3;
  process.disconnect?.();
}
