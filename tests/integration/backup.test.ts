import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Annotation, Command, interrupt, START, StateGraph } from '@langchain/langgraph';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { BackupProgress, OnBackupProgress } from '#server/backup/backup-progress.ts';
import { findGaps } from '#server/backup/find-gaps.ts';
import { readRows } from '#server/backup/read-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { takeBackup } from '#server/backup/take-backup.ts';
import { makeCheckpointer } from '#server/db/database/make-checkpointer.ts';
import { listTables, migrate, readMigrations } from '#server/db/database/migrate.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { SkillStore } from '#server/db/stores/skill-store.ts';
import { SecretBox } from '#server/secrets/secret-box.ts';
import { checkLog, readLog, untilAllEnded } from '../support/crash/crash-trial.ts';
import { startEffectCounter } from '../support/crash/effect-counter.ts';
import { type DatabaseKind, type DatabaseLocation, databaseKinds, makeDatabaseLocation } from '../support/databases.ts';
import { randomEffectWorkflow } from '../support/random/random-effect-workflow.ts';
import { localWorkspace, makeAsk, makeBatch, makeEvents } from '../support/run-batch.ts';
import { ServerProcess } from '../support/server-process.ts';

const key = randomBytes(32);
const secrets = new SecretBox([key]);
/**
 * Characters that a format may escape wrongly: line separators, quotes, an escaped NUL in JSON, and
 * large numbers.
 */
const AWKWARD = 'a\u2028b\rc\nd "e" \\u0000 \\ 漢字 😀 \u007f';

/** Filled once for all tests. Each leaves the content as it was. */
const sources = {} as Record<DatabaseKind, Database>;
beforeAll(async () => {
  const places: DatabaseLocation[] = [];
  for (const kind of databaseKinds) {
    const where = await makeDatabaseLocation(kind);
    places.push(where);
    sources[kind] = await where.open();
    await fill(sources[kind]);
    await (await askingGraphOn(sources[kind])).invoke({}, suspended);
  }
  return async () => {
    for (const source of Object.values(sources)) await source.close();
    for (const where of places) await where.remove();
  };
});

async function place(kind: DatabaseKind, options?: { isEmpty: boolean }): Promise<DatabaseLocation> {
  const made = await makeDatabaseLocation(kind, options);
  onTestFinished(() => made.remove());
  return made;
}

async function open(where: DatabaseLocation): Promise<Database> {
  const database = await where.open();
  onTestFinished(() => database.close());
  return database;
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A database with a workflow, a finished run, a waiting one and a running one. */
async function fill(database: Database): Promise<void> {
  const repos = reposFor(database.db, localWorkspace);
  await repos.workflows.create('wf_1', { name: AWKWARD, document: JSON.stringify({ text: AWKWARD }) });
  await new SkillStore(database.pool).replace(localWorkspace, 'invoice-check', [
    { path: 'SKILL.md', content: Buffer.from(AWKWARD) },
    { path: 'assets/a.bin', content: Buffer.from([0, 255, 10, 92]) },
  ]);
  const store = new PgRunStore(database.pool);
  await store.saveDocument('hash', `{"name":${JSON.stringify(AWKWARD)}}`);
  await store.append([
    makeBatch({ runId: 'run_ended', events: makeEvents(1, 3, AWKWARD), inputs: JSON.stringify({ text: AWKWARD }) }),
    makeBatch({ runId: 'run_waits', status: 'waiting', events: makeEvents(1, 2), approvals: [makeAsk({ actionId: 'act_1' })] }),
    makeBatch({ runId: 'run_live', events: makeEvents(1, 40) }),
  ]);
  await store.append([
    makeBatch({
      runId: 'run_ended',
      status: 'succeeded',
      events: makeEvents(4, 6),
      outputs: '{}',
      tokensUsed: 2_000_000_000,
      costUsd: 0.1 + 0.2,
    }),
  ]);
}

/** A graph that waits for a name, with its checkpoints in the database. */
const askingGraphOn = async ({ pool }: Database) =>
  new StateGraph(Annotation.Root({ answer: Annotation<string> }))
    .addNode('ask', () => ({ answer: `${interrupt('Name?')}  ` }))
    .addEdge(START, 'ask')
    .compile({ checkpointer: await makeCheckpointer(pool) });
const suspended = { configurable: { thread_id: 'run_waits:ask' } };

const backup = (database: Database, file: string, isShared = false, onProgress?: OnBackupProgress) =>
  takeBackup({
    database,
    secrets,
    file,
    version: '1.2.3',
    readOverride: async () => undefined,
    isShared,
    now: new Date(),
    onProgress,
  });

/** Every row of every table, as PostgreSQL formats it. */
async function contentOf({ pool }: Database): Promise<Record<string, string[]>> {
  const tables = listTables(await readMigrations()).filter((table) => table !== '_prisma_migrations' && table !== 'holders');
  const rowsOf = async (table: string) =>
    (await pool.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM "${table}" t ORDER BY 1`)).rows.map(
      ({ row }) => row,
    );
  const content: Record<string, string[]> = {};
  for (const table of tables) content[table] = await rowsOf(table);
  return content;
}

test.each(databaseKinds)(
  'a restore into either kind of database contains what was backed up from %s, and a suspended graph resumes there',
  async (from) => {
    const source = sources[from];
    const file = join(scratch(), 'one.backup.gz');
    const progress: BackupProgress[] = [];
    const { rows } = await backup(source, file, false, (one) => progress.push(one));
    const shares = progress.map(({ phase, done, total }) => (phase === 'write' ? done / total : Number.NaN));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(new Set(shares).size).toBeGreaterThan(5);
    expect(shares.at(-1)).toBe(1);
    expect(rows).toMatchObject({ runs: 3, run_events: 4, workflows: 1, approvals: 1, workspaces: 1, skills: 1, skill_files: 2 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const content = await contentOf(source);
    for (const to of databaseKinds) {
      const target = await open(await place(to));
      await restoreBackup({ file, pool: target.pool, secrets, isForced: false });
      expect(await contentOf(target), to).toEqual(content);
      expect(await findGaps(target.pool)).toEqual([]);
      expect(await migrate(target.pool)).toEqual([]);
      const resumed = await (await askingGraphOn(target)).invoke(new Command({ resume: 'Ada' }), suspended);
      expect(resumed).toEqual({ answer: 'Ada  ' });
      if (to === from) continue;
      // What the target had is replaced, its checkpoints too.
      await restoreBackup({ file, pool: target.pool, secrets, isForced: true });
      expect((await (await askingGraphOn(target)).getState(suspended)).next).toEqual(['ask']);
    }
  },
);

test('a shared embedded database is backed up without being opened twice, and its copy is deleted', async () => {
  const folder = scratch();
  await backup(sources.PGlite, join(folder, 'shared.backup.gz'), true);
  expect(readdirSync(folder)).toEqual(['shared.backup.gz']);
  await backup(sources.PGlite, join(folder, 'alone.backup.gz'));
  const [shared, alone] = ['shared', 'alone'].map((name) => Array.fromAsync(readRows(join(folder, `${name}.backup.gz`))));
  expect(await shared).toEqual(await alone);
});

test('a restore refuses a target with data, and replaces it with force', async () => {
  const source = sources.Postgres;
  const file = join(scratch(), 'one.backup.gz');
  await backup(source, file);
  await new PgRunStore(source.pool).append([makeBatch({ runId: 'run_later' })]);
  const before = await contentOf(source);
  const restore = (isForced: boolean) => restoreBackup({ file, pool: source.pool, secrets, isForced });
  await expect(restore(false)).rejects.toMatchObject({ code: 'target-not-empty' });
  expect(await contentOf(source)).toEqual(before);
  await restore(true);
  const after = await contentOf(source);
  expect(after.runs).toEqual(before.runs?.filter((row) => !row.includes('run_later')));
});

/** A backup with one manually edited line. */
const edited = (change: (text: string) => string) => (file: Buffer) => gzipSync(change(gunzipSync(file).toString()));

const damages: readonly [what: string, damage: (file: Buffer) => Buffer][] = [
  ['was cut short', (file: Buffer) => file.subarray(0, file.length - 40)],
  ['lost its end', edited((text) => text.slice(0, text.lastIndexOf('\nE') + 1))],
  ['has another byte', (file: Buffer) => Buffer.from(file.map((byte, index) => (index === file.length >> 1 ? byte ^ 1 : byte)))],
  ['was edited', edited((text) => text.replace('run_ended', 'run_other'))],
  ['is no backup', () => Buffer.from('PGDMP')],
  ['is empty', () => Buffer.alloc(0)],
];

test('a damaged file is refused and changes nothing', async () => {
  const database = sources.Postgres;
  const file = join(scratch(), 'one.backup.gz');
  await backup(database, file);
  const whole = readFileSync(file);
  const before = await contentOf(database);
  for (const [what, damage] of damages) {
    writeFileSync(file, damage(whole));
    const restoring = restoreBackup({ file, pool: database.pool, secrets, isForced: true });
    await expect(restoring, what).rejects.toMatchObject({ code: 'backup-unusable' });
    expect(await contentOf(database), what).toEqual(before);
  }
});

/** The same backup, as a build that has one more migration would have written it. */
function asOfNewerBuild(file: Buffer): Buffer {
  const text = gunzipSync(file).toString().replace('"0001_init"', '"9999_later"');
  const body = text.slice(0, text.lastIndexOf('\nE') + 1);
  const end = JSON.parse(text.slice(body.length + 1)) as object;
  const sha256 = createHash('sha256').update(body).digest('hex');
  return gzipSync(`${body}E${JSON.stringify({ ...end, sha256 })}\n`);
}

test('with tables of a newer version, this one refuses a backup that would omit them', async () => {
  const database = sources.Postgres;
  onTestFinished(async () => void (await database.pool.query("DELETE FROM _prisma_migrations WHERE id = '9'")));
  await database.pool.query("INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('9', '9', '9999_later')");
  const folder = scratch();
  await expect(backup(database, join(folder, 'one.backup.gz'))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('9999_later'),
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('a backup that cannot get its name says why, and leaves nothing', async () => {
  const folder = scratch();
  const file = join(folder, 'one.backup.gz');
  mkdirSync(file);
  await expect(backup(sources.Postgres, file)).rejects.toMatchObject({ code: 'EISDIR' });
  expect(readdirSync(folder)).toEqual(['one.backup.gz']);
});

test('a backup of a newer version, with another key, or of a run with a gap in its log restores nothing', async () => {
  const database = sources.Postgres;
  const folder = scratch();
  const [whole, newer, gapped] = ['whole', 'newer', 'gapped'].map((name) => join(folder, `${name}.backup.gz`)) as [
    string,
    string,
    string,
  ];
  await backup(database, whole);
  writeFileSync(newer, asOfNewerBuild(readFileSync(whole)));
  await database.pool.query("DELETE FROM run_events WHERE run_id = 'run_ended' AND first_seq = 1");
  await backup(database, gapped);
  const before = await contentOf(database);
  const restore = (file: string, box: SecretBox | null = secrets) =>
    restoreBackup({ file, pool: database.pool, secrets: box, isForced: true });
  await expect(restore(newer)).rejects.toThrow('9999_later');
  await expect(restore(whole, new SecretBox([randomBytes(32)]))).rejects.toMatchObject({ code: 'secret-unreadable' });
  await expect(restore(gapped)).rejects.toThrow('run_ended (3 events, last 6)');
  expect(await contentOf(database)).toEqual(before);
  await restore(whole, null);
  expect(await findGaps(database.pool)).toEqual([]);
});

test('a backup of an older build is brought up to this one', async () => {
  const source = await open(await place('Postgres', { isEmpty: true }));
  const old = scratch();
  const folder = new URL(`file://${old}/`);
  const migrations = await readMigrations();
  const { cpSync } = await import('node:fs');
  cpSync('prisma/migrations/0001_init', join(old, '0001_init'), { recursive: true });
  await migrate(source.pool, { folder });
  await source.pool.query("INSERT INTO workflows (id, workspace_id, name, document) VALUES ('wf_old', 'ws_local', 'Old', '{}')");
  const file = join(scratch(), 'old.backup.gz');
  await backup(source, file);
  const target = await open(await place('Postgres'));
  await restoreBackup({ file, pool: target.pool, secrets, isForced: false });
  const { rows } = await target.pool.query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1');
  expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  expect((await reposFor(target.db, localWorkspace).workflows.list()).items).toMatchObject([{ workflowId: 'wf_old' }]);
});

/** Starts runs with effects one after another until stopped. */
async function keepStarting(api: Client, host: string, signal: AbortSignal) {
  const started: { key: string; runId: string; seen: [] }[] = [];
  for (let number = 0; !signal.aborted; number++) {
    const body = { document: randomEffectWorkflow(number, host), inputs: { key: `k${number}` }, mode: 'async' as const };
    started.push({ key: `k${number}`, runId: (await api.runDocument({ body })).runId, seen: [] });
  }
  return started;
}

test.each(databaseKinds)('a backup during runs is consistent, and the runs end after a restore, on %s', async (kind) => {
  const counter = await startEffectCounter({ maxDelayMs: 50 });
  onTestFinished(() => counter.stop());
  const config = `http:\n  allowed_private_hosts: ['${counter.host}']\n`;
  const env = { THREADLOOM_SECRET_KEY: key.toString('base64') };
  const server = await ServerProcess.start({ ...(await place(kind)), config, env });
  onTestFinished(() => server.end().then(() => {}));
  const api = makeClient({ baseUrl: server.url, fetch });
  const stop = new AbortController();
  const starting = keepStarting(api, counter.host, stop.signal);
  await expect.poll(() => counter.hits.size, { timeout: 20_000 }).toBeGreaterThan(20);
  const [taken, same] = await Promise.all([api.createBackup(), api.createBackup()]);
  // Two concurrent requests create one backup.
  expect(same).toEqual(taken);
  stop.abort();
  const started = await starting;
  expect(taken.rows.runs).toBeGreaterThan(3);
  expect(taken.rows.runs).toBeLessThan(started.length);
  await server.end();

  const elsewhere = await place(kind);
  const database = await elsewhere.open();
  await restoreBackup({ file: taken.file, pool: database.pool, secrets, isForced: false });
  const { rows } = await database.pool.query<{ id: string; status: string }>('SELECT id, status FROM runs');
  await database.close();
  expect(rows.some(({ status }) => status === 'running')).toBe(true);
  const again = await ServerProcess.start({ ...elsewhere, config, env });
  onTestFinished(() => again.end().then(() => {}));
  const restored = makeClient({ baseUrl: again.url, fetch });
  const runs = started.filter(({ runId }) => rows.some(({ id }) => id === runId));
  expect(runs).toHaveLength(rows.length);
  await untilAllEnded(restored, runs);
  for (const { runId } of runs) {
    expect(checkLog(await readLog(restored, runId), [])).toMatchObject({ lostEvents: 0, nodesRunTwice: 0 });
    expect((await restored.getRun({ params: { id: runId } })).status).toBe('succeeded');
  }
});

test('a server that is killed during a backup leaves none behind, the next one cleans up, and no restore replaces its database', async () => {
  const where = await place('Postgres');
  const database = await where.open();
  await fill(database);
  // Large and incompressible, so that the backup takes a while: 10 MB.
  const insert = `INSERT INTO payloads (workspace_id, hash, text) SELECT 'ws_local', i::text, (SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 500 + i % 2)) FROM generate_series(1, 640) i`;
  await database.pool.query(insert);
  await database.close();
  const folder = join(where.dataFolder, 'backups');
  const server = await ServerProcess.start({ ...where });
  const taking = makeClient({ baseUrl: server.url, fetch })
    .createBackup()
    .catch(() => 'broken off');
  await expect.poll(() => existsSync(folder) && readdirSync(folder).length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
  await server.end('SIGKILL');
  expect(await taking).toBe('broken off');
  expect(readdirSync(folder).filter((name) => !name.startsWith('.unfinished-'))).toEqual([]);
  const next = await ServerProcess.start({ ...where });
  onTestFinished(() => next.end().then(() => {}));
  const { file } = await makeClient({ baseUrl: next.url, fetch }).createBackup();
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([file]);

  const inUse = await open(where);
  // It acquires its lease once its engine is loaded.
  const leases = async () => (await inUse.pool.query('SELECT 1 FROM holders WHERE pid = $1', [next.pid])).rowCount;
  await expect.poll(leases, { timeout: 20_000 }).toBe(1);
  await expect(restoreBackup({ file, pool: inUse.pool, secrets: null, isForced: true })).rejects.toMatchObject({
    code: 'target-not-empty',
    message: expect.stringContaining(`web ${next.pid}`),
  });
});

test('scheduled backups are made, and only the configured number is kept', async () => {
  const where = await place('Postgres');
  const folder = scratch();
  const byHand = join(folder, 'threadloom-20200101T000000000Z.backup.gz');
  writeFileSync(byHand, 'of long ago');
  const config = `backup_every_hours: 0.0001\nbackup_keep: 2\nbackup_folder: ${folder}\n`;
  const server = await ServerProcess.start({ ...where, config });
  onTestFinished(() => server.end().then(() => {}));
  const seen = new Set<string>();
  const look = () => {
    const scheduled = readdirSync(folder).filter((name) => name.startsWith('threadloom-auto-'));
    for (const name of scheduled) seen.add(name);
    return seen.size >= 5 ? scheduled.length : 0;
  };
  await expect.poll(look, { timeout: 60_000, interval: 20 }).toBe(2);
  expect(existsSync(byHand)).toBe(true);
});
