import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { AppError } from '#lib/errors/app-error.ts';
import { migrate } from '#server/db/database/migrate.ts';
import { type Database, type OpenDatabase, openDatabase } from '#server/db/database/open-database.ts';
import { transact } from '#server/db/database/transact.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { eventually } from '#tests/support/eventually.ts';
import { makeBatch, makeEvents } from '#tests/support/run-batch.ts';

let folder: string;
let dataFolder: string;
const opened: Database[] = [];
const started: ChildProcess[] = [];

async function open(options: Partial<OpenDatabase> = {}): Promise<Database> {
  const database = await openDatabase({ dataFolder, ...options });
  opened.push(database);
  return database;
}

/** Opens a copy of a database with all tables: making one takes three times the CPU. */
async function openExisting(options: Partial<OpenDatabase> = {}): Promise<Database> {
  cpSync(inject('dataFolderTemplate'), dataFolder, { recursive: true });
  return await open(options);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadloom-open-'));
  dataFolder = join(folder, 'data');
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await Promise.all(opened.splice(0).map((database) => database.close()));
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const socketFolderOf = (database: Database) => String((database.pool.options as { host?: string }).host);

/** Root ignores file modes unless it drops that capability. */
const MODES_COUNT = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override'] : [];

/**
 * A process that respects file modes: opens the data folder, prints the pid and socket folder or the
 * error, and keeps running.
 */
async function openElsewhere(): Promise<{ child: ChildProcess; line: string }> {
  const script = `
    import { openDatabase } from '#server/db/database/open-database.ts';
    try {
      const database = await openDatabase({ dataFolder: process.argv[1] });
      console.log(JSON.stringify({ childPid: database.childPid, socketFolder: database.pool.options.host }));
    } catch (error) { console.log(JSON.stringify({ code: error.code, message: error.message })); }`;
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script, dataFolder];
  const [command = '', ...args] = [...MODES_COUNT, ...node];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, line: String(line) };
}

describe('an embedded database', () => {
  test('is in its folder as documented, keeps its data, and leaves nothing behind when closed', async () => {
    const log: string[] = [];
    const first = await open({ log: (line) => log.push(line) });
    await migrate(first.pool);
    await new PgRunStore(first.pool).append([makeBatch({ runId: 'run_1', events: makeEvents(1, 3) })]);
    expect(log).toEqual([`making a new database in ${dataFolder}`]);
    expect(first.isNew).toBe(true);
    expect(
      readdirSync(dataFolder)
        .filter((name) => name !== 'lock.db-journal')
        .sort(),
    ).toEqual(['lock.db', 'pg', 'version']);
    expect(readFileSync(join(dataFolder, 'version'), 'utf8')).toBe('1\n');
    expect(statSync(dataFolder).mode & 0o777).toBe(0o700);
    expect(statSync(socketFolderOf(first)).mode & 0o777).toBe(0o700);
    await Promise.all([first.close(), first.close()]);
    expect(isAlive(first.childPid as number)).toBe(false);
    expect(existsSync(socketFolderOf(first))).toBe(false);

    const second = await open({ log: (line) => log.push(line) });
    expect(log).toHaveLength(1);
    expect(second.isNew).toBe(false);
    expect(await new PgRunStore(second.pool).readEvents('run_1', 0)).toEqual(makeEvents(1, 3));
  });

  test('closing waits for queries in progress', async () => {
    const database = await openExisting();
    const slow = database.pool.query('SELECT count(*)::int AS n FROM generate_series(1, 2000000)');
    await database.close();
    expect((await slow).rows).toEqual([{ n: 2_000_000 }]);
  });

  test('has vectors', async () => {
    const { pool } = await open();
    await pool.query('CREATE EXTENSION vector');
    expect((await pool.query("SELECT ('[1,2]'::vector <-> '[4,6]'::vector)::int AS distance")).rows).toEqual([{ distance: 5 }]);
  });

  test('an SQL error, also inside a transaction, leaves the connection usable, including prepared statements', async () => {
    const database = await openExisting();
    const store = new PgRunStore(database.pool);
    await store.append([makeBatch({ runId: 'run_1' })]);
    await expect(database.pool.query('SELECT nonsense')).rejects.toMatchObject({ code: '42703' });
    await expect(
      database.prisma.workflow.create({ data: { id: 'wf', workspaceId: 'nobody', name: 'n', document: '' } }),
    ).rejects.toMatchObject({ code: 'P2003' });
    // A discarded client leaves its prepared statements in the shared session, and the next client
    // prepares the same names.
    const client = await database.pool.connect();
    client.release(true);
    expect(await store.append([makeBatch({ runId: 'run_1', events: makeEvents(2, 2) }), makeBatch({ runId: 'run_2' })])).toEqual(
      new Set(['run_1', 'run_2']),
    );
    expect(await store.append([makeBatch({ runId: 'run_3' })])).toEqual(new Set(['run_3']));
  });

  test('ignores signals that a terminal or a service manager sends to the whole process group', async () => {
    const { pool, childPid } = await openExisting();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(childPid as number, signal);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(isAlive(childPid as number)).toBe(true);
  });

  test('that is killed is reported once with a clear line, queries fail, and everything acknowledged is there again', async () => {
    const lost: AppError[] = [];
    const database = await openExisting({ onLost: (error) => lost.push(error) });
    await new PgRunStore(database.pool).append([makeBatch({ runId: 'run_1' })]);
    const pending = expect(database.pool.query('SELECT count(*) FROM generate_series(1, 100000000)')).rejects.toThrow();
    process.kill(database.childPid as number, 'SIGKILL');
    await pending;
    await eventually(() => expect(lost).toHaveLength(1));
    expect(lost[0]).toMatchObject({ code: 'database-failed', message: expect.stringContaining('ended unexpectedly (SIGKILL)') });
    await expect(database.pool.query('SELECT 1')).rejects.toThrow();
    await database.close();
    expect(lost).toHaveLength(1);
    const again = await open();
    expect(await new PgRunStore(again.pool).readEvents('run_1', 0)).toEqual(makeEvents(1, 1));
  });

  test('ends with its process, however that dies, and the next start can open the folder', async () => {
    const { child, line } = await openElsewhere();
    const { childPid, socketFolder } = JSON.parse(line);
    expect(isAlive(childPid)).toBe(true);
    child.kill('SIGKILL');
    await eventually(() => expect(isAlive(childPid)).toBe(false));
    expect(existsSync(socketFolder)).toBe(false);
    expect(JSON.parse((await openElsewhere()).line)).toMatchObject({ childPid: expect.any(Number) });
  });

  test('that was killed during its creation is created again', async () => {
    const database = await open();
    await database.close();
    writeFileSync(join(dataFolder, 'making'), '');
    rmSync(join(dataFolder, 'pg', 'global'), { recursive: true });
    const again = await open();
    expect(await migrate(again.pool)).toContain('0001_init');
    expect(existsSync(join(dataFolder, 'making'))).toBe(false);
  });
});

describe('a data folder that cannot be used is refused with one clear line', () => {
  const refusal = async (attempt: Promise<unknown>) => {
    const error = await attempt.then(
      () => undefined,
      (reason: AppError) => reason,
    );
    expect(error).toMatchObject({ code: 'data-folder-unusable' });
    expect(error?.message).toContain(folder);
    expect(error?.message).not.toContain('\n');
    return error?.message;
  };

  test('in use by another process', async () => {
    const first = await openExisting();
    expect(await refusal(openDatabase({ dataFolder }))).toContain('in use by another Threadloom');
    expect((await first.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('in use for a moment only: waited for', async () => {
    const first = await openExisting();
    const second = open();
    await first.close();
    expect((await (await second).pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('a file, or below one', async () => {
    writeFileSync(dataFolder, '');
    expect(await refusal(openDatabase({ dataFolder }))).toContain('is a file');
    expect(await refusal(openDatabase({ dataFolder: join(dataFolder, 'below') }))).toContain('is a file');
    expect(readFileSync(dataFolder, 'utf8')).toBe('');
  });

  test('read-only, new and used', async () => {
    mkdirSync(dataFolder);
    chmodSync(dataFolder, 0o555);
    const attempt = async () => JSON.parse((await openElsewhere()).line);
    expect(await attempt()).toMatchObject({
      code: 'data-folder-unusable',
      message: expect.stringContaining('cannot be written'),
    });
    rmSync(dataFolder, { recursive: true });
    chmodSync(folder, 0o555);
    expect(await attempt()).toMatchObject({ code: 'data-folder-unusable', message: expect.stringContaining('cannot be made') });
  });

  test('of a newer version, or with a version that is no number', async () => {
    mkdirSync(dataFolder);
    writeFileSync(join(dataFolder, 'version'), '2\n');
    expect(await refusal(openDatabase({ dataFolder }))).toContain('newer version of Threadloom (data format 2');
    writeFileSync(join(dataFolder, 'version'), 'x'.repeat(5000));
    expect(await refusal(openDatabase({ dataFolder }))).toContain('should hold a number');
    expect(existsSync(join(dataFolder, 'pg'))).toBe(false);
  });

  test('damaged', async () => {
    cpSync(inject('dataFolderTemplate'), dataFolder, { recursive: true });
    rmSync(join(dataFolder, 'pg', 'global'), { recursive: true });
    await refusal(openDatabase({ dataFolder }));
  });

  test('and leaves no socket folder behind', async () => {
    vi.stubEnv('TMPDIR', folder);
    writeFileSync(dataFolder, '');
    await refusal(openDatabase({ dataFolder }));
    vi.unstubAllEnvs();
    expect(readdirSync(folder)).toEqual(['data']);
  });
});

describe('a database server', () => {
  test('is used as it is, and closing it twice is closing it once', async () => {
    const database = await open({ databaseUrl: inject('postgresUrl') });
    expect(database).toMatchObject({ kind: 'server' });
    expect(database.childPid).toBeUndefined();
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await Promise.all([database.close(), database.close()]);
    expect(existsSync(dataFolder)).toBe(false);
  });

  test.each([
    ['nobody listens', 'postgresql://me:s3cret@127.0.0.1:1/app', '127.0.0.1:1/app does not answer'],
    ['it is no address', 'not an address s3cret', 'DATABASE_URL'],
  ])('that cannot be reached since %s is named without its password', async (_, databaseUrl, line) => {
    const error = await openDatabase({ databaseUrl, dataFolder }).catch((reason: AppError) => reason);
    expect(error).toMatchObject({ code: 'database-failed', message: expect.stringContaining(line) });
    expect((error as AppError).message).not.toContain('s3cret');
  });

  test('survives cut connections', async () => {
    const log: string[] = [];
    const { pool } = await open({ databaseUrl: inject('postgresUrl'), log: (line) => log.push(line) });
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const other = await open({ databaseUrl: inject('postgresUrl') });
    await other.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await eventually(() => expect(log).toEqual([expect.stringContaining('database connection lost')]));
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('survives a connection that is cut inside a transaction', async () => {
    const { pool } = await open({ databaseUrl: inject('postgresUrl') });
    const other = await open({ databaseUrl: inject('postgresUrl') });
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on('uncaughtExceptionMonitor', note);
    const cut = transact(pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const ended = new Promise((resolve) => (client as pg.PoolClient).once('end', resolve));
      await other.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await ended;
      await client.query('SELECT 1');
    });
    await expect(cut).rejects.toThrow('not queryable');
    process.off('uncaughtExceptionMonitor', note);
    expect(uncaught).toEqual([]);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a damaged data folder', () => {
  const backup = () => {
    mkdirSync(join(dataFolder, 'backups'), { recursive: true });
    const file = join(dataFolder, 'backups', 'threadloom-20261122T133700123Z.backup.gz');
    writeFileSync(file, '');
    return file;
  };
  /** A data folder whose database was closed. */
  const copyClosed = () => cpSync(inject('dataFolderTemplate'), dataFolder, { recursive: true });

  test.each(['PG_VERSION', 'global/pg_control', 'base'])(
    'without its %s is refused, with the newest backup, and left as it is',
    async (name) => {
      copyClosed();
      const file = backup();
      rmSync(join(dataFolder, 'pg', name), { recursive: true });
      const before = readdirSync(join(dataFolder, 'pg'));
      await expect(open()).rejects.toMatchObject({ code: 'data-folder-unusable', message: expect.stringContaining(file) });
      await expect(open()).rejects.toMatchObject({ message: expect.stringContaining(name) });
      expect(readdirSync(join(dataFolder, 'pg'))).toEqual(before);
    },
  );

  test('without its database, though it had one, is refused', async () => {
    copyClosed();
    rmSync(join(dataFolder, 'pg'), { recursive: true });
    await expect(open()).rejects.toMatchObject({
      code: 'data-folder-unusable',
      message: expect.stringMatching(/is missing.*no backup/),
    });
    mkdirSync(join(dataFolder, 'pg'));
    await expect(open()).rejects.toMatchObject({ code: 'data-folder-unusable' });
  });

  test('with a damaged file is reported as damaged, not as a WebAssembly error', async () => {
    copyClosed();
    writeFileSync(join(dataFolder, 'pg', 'global', 'pg_control'), 'damaged');
    await expect(open()).rejects.toMatchObject({ code: 'data-folder-unusable', message: expect.stringMatching(/damaged/) });
  });
});
