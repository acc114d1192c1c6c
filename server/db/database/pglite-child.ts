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
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

export type ChildMessage =
  | { readonly type: 'making' }
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'copied'; readonly folder: string; readonly problem?: string };
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
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new Unusable(`The data folder ${dataFolder} is a file, or lies below one.`);
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
    throw new Unusable(
      isDiskFull()
        ? `The disk of ${dataFolder} is full. Make room and start again.`
        : `The database in ${pgFolder} cannot be opened: it is damaged, or the disk cannot be read (${reason}). ${howToRestore()}`,
    );
  }
}

const MIN_FREE_BYTES = 1_000_000;

function isDiskFull(): boolean {
  try {
    const { bavail, bsize } = statfsSync(dataFolder);
    return bavail * bsize < MIN_FREE_BYTES;
  } catch {
    return false;
  }
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
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
  };
  if (existsSync(pgFolder)) {
    checkFiles();
    return await openExisting(options);
  }
  if (existsSync(versionFile) && !wasBeingMade)
    throw new Unusable(`The database of ${dataFolder} is missing: there is no ${pgFolder}. ${howToRestore()}`);
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
    return { type: 'copied', folder, problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * SQL errors are answered. A throw means that the WebAssembly instance is broken, and the socket
 * server would hang.
 */
function endWhenBroken(db: PGlite): void {
  const execute = db.execProtocolRawStream.bind(db);
  db.execProtocolRawStream = async (...request) => {
    try {
      return await execute(...request);
    } catch (error) {
      console.error(error);
      process.exit(4);
    }
  };
}

async function serve(): Promise<void> {
  makeFolder();
  const lock = takeLock();
  checkVersion();
  const db = await openFolder();
  rmSync(makingFile, { force: true });
  writeVersion();
  endWhenBroken(db);
  const server = new PGLiteSocketServer({ db, path: join(socketFolder, '.s.PGSQL.5432'), maxConnections: MAX_CONNECTIONS });
  await server.start();
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
// Ctrl-C, a closed terminal and a service manager signal the whole group; the parent still has to
// write, and decides.
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
