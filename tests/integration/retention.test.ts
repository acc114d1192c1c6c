import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyCheckpoint } from '@langchain/langgraph-checkpoint';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { RunStatus } from '#lib/run/run-status.ts';
import { CHECKPOINT_TABLES } from '#server/db/database/checkpoint-tables.ts';
import { makeCheckpointer } from '#server/db/database/make-checkpointer.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { RetentionKeeper } from '#server/db/maintenance/retention-keeper.ts';
import { FileIndex } from '#server/db/stores/file-index.ts';
import { newId } from '#server/process/new-id.ts';
import { makeFolderBlobs } from '#server/storage/blobs/folder-blobs.ts';
import { FileStore } from '#server/storage/files/file-store.ts';
import { eachDatabase } from '#tests/support/databases.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { localWorkspace, makeAsk, makeBatch } from '#tests/support/run-batch.ts';

const DAY_MS = 86_400_000;

function keeperOf(pool: pg.Pool, days: number, runsOfWorkflow = 0) {
  const log: string[] = [];
  const limits = { days, runsOfWorkflow };
  const keeper = new RetentionKeeper({
    pool,
    readLimits: () => limits,
    isEmbedded: true,
    clock: { now: () => Date.now(), sleep: () => Promise.resolve() },
    log: { info: (message) => void log.push(message), error: (message) => void log.push(message) },
  });
  return { keeper, limits, log };
}

/**
 * A run with a log, a node row and, if it is waiting, an approval, created and ended this many days
 * ago.
 */
async function makeRun(
  pool: pg.Pool,
  runId: string,
  { status, days, workflowId = null }: { status: RunStatus; days: number; workflowId?: string | null },
) {
  await new PgRunStore(pool).append([
    makeBatch({
      runId,
      status,
      workflowId,
      rows: [{ nodePath: 'a', iteration: 0, status: 'succeeded', result: '{}' }],
      approvals: [makeAsk({ actionId: `act_${runId}` })],
    }),
  ]);
  const when = new Date(Date.now() - days * DAY_MS);
  await pool.query(
    `UPDATE runs SET created_at = $2, finished_at = CASE WHEN finished_at IS NULL THEN NULL ELSE $2::timestamptz END WHERE id = $1`,
    [runId, when],
  );
}

async function left(pool: pg.Pool, prefix: string) {
  const ids = async (sql: string) =>
    (await pool.query<{ id: string }>(sql, [`${prefix}%`])).rows.map(({ id }) => id.slice(prefix.length)).sort();
  return {
    runs: await ids('SELECT id FROM runs WHERE id LIKE $1'),
    logs: await ids('SELECT run_id AS id FROM run_events WHERE run_id LIKE $1'),
    nodes: await ids('SELECT run_id AS id FROM run_nodes WHERE run_id LIKE $1'),
    approvals: await ids('SELECT run_id AS id FROM approvals WHERE run_id LIKE $1'),
  };
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

eachDatabase('retention', (database) => {
  test('runs that ended before the retention period are deleted with all their data; running, waiting and younger ones stay', async () => {
    const { pool } = database();
    const old: RunStatus[] = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled'];
    for (const status of old) await makeRun(pool, `run_keep_old_${status}`, { status, days: 31 });
    await makeRun(pool, 'run_keep_young', { status: 'succeeded', days: 29 });
    const { keeper, limits } = keeperOf(pool, 0);
    expect(await keeper.sweep(), 'nothing without a limit').toBe(0);
    limits.days = 30;
    expect(await keeper.sweep(), 'a changed limit applies to the next sweep').toBe(3);
    const kept = ['old_queued', 'old_running', 'old_waiting', 'young'];
    expect(await left(pool, 'run_keep_')).toEqual({ runs: kept, logs: kept, nodes: kept, approvals: kept });
    expect(await keeperOf(pool, 30).keeper.sweep()).toBe(0);
  });

  test('the newest finished runs of each workflow are kept at any age, in addition to all running and waiting ones', async () => {
    const { pool } = database();
    const workflows = ['wf_beyond_one', 'wf_beyond_two'];
    for (const id of workflows)
      await pool.query("INSERT INTO workflows (id, workspace_id, name, document) VALUES ($1, $2, 'Beyond', '{}')", [
        id,
        localWorkspace,
      ]);
    for (const workflowId of workflows)
      for (const [index, status] of (['succeeded', 'waiting', 'failed', 'cancelled', 'succeeded', 'running'] as const).entries())
        await makeRun(pool, `run_beyond_${workflowId.slice(-3)}_${index}`, { status, days: index + 1, workflowId });
    await makeRun(pool, 'run_beyond_none', { status: 'succeeded', days: 3 });
    expect(await keeperOf(pool, 0, 2).keeper.sweep()).toBe(4);
    const kept = ['none', ...['one', 'two'].flatMap((name) => ['0', '1', '2', '5'].map((index) => `${name}_${index}`))];
    expect(await left(pool, 'run_beyond_')).toEqual({ runs: kept, logs: kept, nodes: kept, approvals: kept });
    expect(await keeperOf(pool, 0, 2).keeper.sweep()).toBe(0);
    expect(await keeperOf(pool, 0, 0).keeper.sweep()).toBe(0);
  });

  test('many are deleted a hundred at a time, and two concurrent sweepers do not conflict', async () => {
    const { pool } = database();
    await new PgRunStore(pool).append(
      Array.from({ length: 250 }, (_, index) => makeBatch({ runId: `run_many_${index}`, status: 'succeeded' })),
    );
    await pool.query(`UPDATE runs SET created_at = $1, finished_at = $1 WHERE id LIKE 'run_many_%'`, [
      new Date(Date.now() - 40 * DAY_MS),
    ]);
    const counts = await Promise.all([keeperOf(pool, 30).keeper.sweep(), keeperOf(pool, 30).keeper.sweep()]);
    expect(counts[0] + counts[1]).toBe(250);
    expect((await left(pool, 'run_many_')).runs).toEqual([]);
  });

  test('checkpoints of graphs are deleted with their runs', async () => {
    const { pool } = database();
    const checkpointer = await makeCheckpointer(pool);
    for (const [runId, days] of [
      ['run_graph_old', 31],
      ['run_graph_young', 1],
    ] as const) {
      await makeRun(pool, runId, { status: 'succeeded', days });
      const config = { configurable: { thread_id: `${runId}:review`, checkpoint_ns: '' } };
      const checkpoint = { ...emptyCheckpoint(), channel_values: { text: 'a' }, channel_versions: { text: 1 } };
      const stored = await checkpointer.put(config, checkpoint, { source: 'input', step: 0, parents: {} }, { text: 1 });
      await checkpointer.putWrites(stored, [['text', 'b']], 'task');
    }
    expect(await keeperOf(pool, 30).keeper.sweep()).toBe(1);
    for (const table of CHECKPOINT_TABLES) {
      const { rows } = await pool.query(`SELECT DISTINCT thread_id AS thread FROM ${table} WHERE thread_id LIKE 'run_graph_%'`);
      expect(rows, table).toEqual([{ thread: 'run_graph_young:review' }]);
    }
  });

  test('a large result stays while a kept run may refer to it, also if an older run had it first', async () => {
    const { pool } = database();
    const store = new PgRunStore(pool);
    await pool.query('DELETE FROM runs');
    const hashes = async () =>
      (await pool.query<{ hash: string }>(`SELECT hash FROM payloads WHERE hash LIKE 'keep_%' ORDER BY hash`)).rows.map(
        ({ hash }) => hash,
      );
    for (const hash of ['keep_old', 'keep_again', 'keep_young']) await store.savePayload(localWorkspace, hash, 'text');
    await pool.query(`UPDATE payloads SET created_at = $1 WHERE hash IN ('keep_old', 'keep_again')`, [
      new Date(Date.now() - 40 * DAY_MS),
    ]);
    await makeRun(pool, 'run_large_young', { status: 'succeeded', days: 3 });
    await store.savePayload(localWorkspace, 'keep_again', 'text');
    await keeperOf(pool, 30).keeper.sweep();
    expect(await hashes()).toEqual(['keep_again', 'keep_young']);
  });

  test('artifacts, documents and what is known of users stay when the run that made them is deleted', async () => {
    const { pool } = database();
    const runId = 'run_maker_old';
    await makeRun(pool, runId, { status: 'succeeded', days: 40 });
    const folder = mkdtempSync(join(tmpdir(), 'threadloom-retention-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const index = new FileIndex(pool);
    const files = new FileStore({ index, blobs: makeFolderBlobs(folder), maxBytes: 1e6, newFileId: newId });
    const { row } = await files.write(localWorkspace, {
      path: `runs/${runId}/artifacts/deck.pptx`,
      content: once(Buffer.from('slides')),
      source: { runId, nodeId: 'deck' },
    });
    await pool.query(
      `INSERT INTO knowledge_bases (id, workspace_id, name, title, chunk_chars) VALUES ('kb_kept', $1, 'kept', 'Kept', 800)`,
      [localWorkspace],
    );
    await pool.query(
      `INSERT INTO knowledge_documents (id, workspace_id, base_id, key, title, run_id) VALUES ('doc_kept', $1, 'kb_kept', 'a', 'A', $2)`,
      [localWorkspace, runId],
    );
    await pool.query(`INSERT INTO memory_users (id, workspace_id, owner_hash, end_user) VALUES ('usr_kept', $1, 'hash', 'ada')`, [
      localWorkspace,
    ]);
    await pool.query(
      `INSERT INTO memory_records (id, workspace_id, user_id, key, text, run_id, expires_at)
       VALUES ('mem_kept', $1, 'usr_kept', 'k', 'Likes tea', $2, now() + interval '90 days')`,
      [localWorkspace, runId],
    );
    expect(await keeperOf(pool, 30).keeper.sweep()).toBeGreaterThanOrEqual(1);
    expect((await left(pool, 'run_maker_')).runs).toEqual([]);
    expect(row.fileId).toMatch(/^art_/);
    const kept = await files.get(localWorkspace, { fileId: row.fileId });
    expect(Buffer.from(await files.readWhole(kept, 100, 'x')).toString()).toBe('slides');
    for (const [table, id] of [
      ['knowledge_documents', 'doc_kept'],
      ['memory_records', 'mem_kept'],
    ])
      expect((await pool.query(`SELECT run_id FROM ${table} WHERE id = $1`, [id])).rows).toEqual([{ run_id: runId }]);
  });

  test('with 0 days nothing is ever deleted', async () => {
    const { pool } = database();
    await makeRun(pool, 'run_ever_old', { status: 'failed', days: 4000 });
    const { keeper, log } = keeperOf(pool, 0);
    keeper.start();
    await keeper.close();
    expect((await left(pool, 'run_ever_')).runs).toEqual(['old']);
    expect(log).toEqual([]);
  });

  test('retention runs at the start and every hour, also after a failure', async () => {
    const { pool } = database();
    await pool.query('DELETE FROM runs');
    const clock = new ManualClock();
    const log: string[] = [];
    let fails = true;
    let sweeps = 0;
    const query = ((...call: Parameters<pg.Pool['query']>) => {
      if (JSON.stringify(call[0]).includes('DELETE FROM payloads')) sweeps++;
      if (fails) throw new Error('The database is away');
      return pool.query(...call);
    }) as unknown as pg.Pool['query'];
    const keeper = new RetentionKeeper({
      pool: { query },
      readLimits: () => ({ days: 30, runsOfWorkflow: 0 }),
      isEmbedded: false,
      clock,
      log: { info: (message) => void log.push(message), error: (message) => void log.push(message) },
    });
    onTestFinished(() => keeper.close());
    keeper.start();
    await expect.poll(() => clock.waitingMs).toEqual([3_600_000]);
    expect(log).toEqual(['past runs could not be deleted']);
    fails = false;
    clock.advance(3_600_000);
    await expect.poll(() => sweeps).toBe(1);
    await expect.poll(() => clock.waitingMs).toEqual([3_600_000]);
  });
});
