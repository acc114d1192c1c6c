import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '#lib/errors/app-error.ts';
import { diskFull, isDiskFull } from './disk-full.ts';
import type { ChildMessage, ParentMessage } from './pglite-child.ts';

export type PGliteProcess = {
  readonly pid: number;
  /** Whether this start created the database. */
  readonly isNew: boolean;
  /** Contains the unix socket; accessible to the current user only. */
  readonly socketFolder: string;
  /** Writes a consistent copy of the database's files, which another process can open. */
  copyTo(folder: string): Promise<void>;
  /** Stops the child process once `idle` resolves; kills it after `STOP_LIMIT_MS`. */
  stop(idle: Promise<void>): Promise<void>;
};

/** Covers the wait for the lock (5 s) and crash recovery of a large folder on a slow disk. */
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 10_000;
/** The longest path of a unix socket is 104 bytes on macOS and 108 on Linux. */
const MAX_SOCKET_PATH_BYTES = 103;
const STDERR_TAIL_CHARACTERS = 2000;
/**
 * V8 optimizes the functions of PostgreSQL that run often, in threads of their own. With its default, 13 MB of
 * executed bytes each, that took a second of CPU while the first 400 statements ran; with 500 they are as fast
 * as ever after some 6,000.
 */
const OPTIMIZE_LATER = '--wasm-tiering-budget=500000000';

type StartPGlite = {
  dataFolder: string;
  log: (line: string) => void;
  onUnexpectedExit: (error: AppError) => void;
  /** Called when free disk space gets low, and when it recovers. */
  onDiskSpace: (isLow: boolean) => void;
};

/** Starts the embedded database in a child process and resolves when it accepts connections. */
export async function startPGlite({ dataFolder, log, onUnexpectedExit, onDiskSpace }: StartPGlite): Promise<PGliteProcess> {
  const folder = resolve(dataFolder);
  const socketFolder = await makeSocketFolder();
  const removeSocketFolder = () => rm(socketFolder, { recursive: true, force: true });
  const child = fork(new URL('./pglite-child.ts', import.meta.url), [folder, socketFolder], {
    execArgv: ['--disable-warning=ExperimentalWarning', OPTIMIZE_LATER],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const stderr = readStderrTail(child);
  let isNew = false;
  child.on('message', (message: ChildMessage) => {
    if (message.type === 'disk') onDiskSpace(message.isLow);
    if (message.type === 'making') isNew = true;
  });
  try {
    await waitUntilReady(child, { folder, stderr, log });
  } catch (error) {
    child.kill('SIGKILL');
    await removeSocketFolder();
    throw error;
  }
  let isStopping = false;
  child.once('exit', (code, signal) => {
    void removeSocketFolder();
    if (isStopping) return;
    if (stderr()) log(stderr());
    onUnexpectedExit(
      new AppError(
        'database-failed',
        `The embedded database ended unexpectedly (${signal ?? `exit code ${code}`}). Start Threadloom again; everything acknowledged is stored.`,
      ),
    );
  });
  return {
    // A process that has sent a message has a pid.
    pid: child.pid as number,
    isNew,
    socketFolder,
    copyTo: (target) => copyFiles(child, resolve(target)),
    async stop(idle) {
      isStopping = true;
      await stopChild(child, idle);
      await removeSocketFolder();
    },
  };
}

async function makeSocketFolder(): Promise<string> {
  const prefix = join(tmpdir(), 'threadloom-');
  const isShort = Buffer.byteLength(`${prefix}XXXXXX/.s.PGSQL.5432`) <= MAX_SOCKET_PATH_BYTES;
  return await mkdtemp(isShort ? prefix : '/tmp/threadloom-');
}

function readStderrTail(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-STDERR_TAIL_CHARACTERS);
  });
  return () => tail.trim();
}

type StartingChild = { folder: string; stderr: () => string; log: (line: string) => void };

function waitUntilReady(child: ChildProcess, { folder, stderr, log }: StartingChild): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (message: string) => {
      clearTimeout(timer);
      reject(new AppError('data-folder-unusable', message));
    };
    const timer = setTimeout(
      () => fail(`The database in ${folder} did not start within ${START_LIMIT_MS / 1000} seconds.`),
      START_LIMIT_MS,
    );
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'copied' || message.type === 'disk') return;
      if (message.type === 'making') return log(`making a new database in ${folder}`);
      if (message.type === 'failed') return fail(message.message);
      clearTimeout(timer);
      resolve();
    });
    child.once('error', (error) => fail(`The database's process could not be started: ${error.message}`));
    // 'close' instead of 'exit': it comes after all of stderr was read.
    child.once('close', (code, signal) =>
      fail(`The database in ${folder} did not start (${signal ?? `exit code ${code}`}). ${stderr()}`.trim()),
    );
  });
}

function copyFiles(child: ChildProcess, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (problem: string | undefined, code?: string) => {
      child.off('message', onMessage).off('exit', onExit);
      if (problem === undefined) resolve();
      else if (isDiskFull({ code })) reject(diskFull());
      else reject(new AppError('database-failed', `The database could not be copied to ${folder}: ${problem}`));
    };
    const onMessage = (message: ChildMessage) => {
      if (message.type === 'copied' && message.folder === folder) finish(message.problem, message.code);
    };
    const onExit = () => finish('its process ended');
    child.on('message', onMessage).once('exit', onExit);
    child.send({ copyTo: folder } satisfies ParentMessage, (error) => error && finish(error.message));
  });
}

async function stopChild(child: ChildProcess, idle: Promise<void>): Promise<void> {
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  if (hasEnded) return;
  const exit = once(child, 'exit');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  // Not awaited: closing the pool's connections never resolves if the child hangs.
  void idle.catch(() => {}).then(() => child.connected && child.send('stop' satisfies ParentMessage));
  await exit;
  clearTimeout(force);
}
