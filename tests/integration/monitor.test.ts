import { expect, test } from 'vitest';
import { workspaceId } from '#lib/ports/run-store.ts';
import { deleteOldCallCounts } from '#server/db/maintenance/retention.ts';
import { LeaseStore } from '#server/db/queue/lease-store.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { CallCounter } from '#server/db/stores/call-counter.ts';
import { makeProcessUsage } from '#server/process/process-usage.ts';
import { withDatabase } from '#tests/support/databases.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 12, 30);
const HOUR_MS = 3_600_000;

type NewRun = { readonly status: string; readonly atMs: number; readonly tookMs?: number; readonly error?: string };

withDatabase('the monitor', (database) => {
  const count = () =>
    new CallCounter({
      pool: database().pool,
      onError: (error) => {
        throw error;
      },
    });
  const read = (workspace: string) => reposFor(database().db, workspaceId(workspace)).monitor.read('day', NOW_MS);

  async function makeWorkspace(): Promise<string> {
    const id = `ws_${crypto.randomUUID()}`;
    await database().pool.query('INSERT INTO workspaces (id, name) VALUES ($1, $1)', [id]);
    return id;
  }

  async function addRun(workspace: string, { status, atMs, tookMs = 0, error }: NewRun): Promise<string> {
    const id = `run_${crypto.randomUUID()}`;
    await database().pool.query(
      `INSERT INTO runs (id, workspace_id, workflow_name, document_hash, mode, status, inputs, error, tokens_used, cost_usd, last_seq, lease_token, holder,
          created_at, started_at, finished_at)
        VALUES ($1, $2, 'W', 'h', 'workflow', $3, '{}', $4, 100, 0.5, 1, 1, 'p1', $5, $5, $6)`,
      [id, workspace, status, error ?? null, new Date(atMs), tookMs > 0 ? new Date(atMs + tookMs) : null],
    );
    return id;
  }
  const event = (type: 'llm_call' | 'llm_result' | 'tool_result', fields: object) => ({
    seq: 1,
    type,
    json: JSON.stringify({ seq: 1, at: NOW_MS, v: 1, type, ...fields }),
  });
  const silent = { publish: () => {} };

  test('sums and times have no digits that none of their parts has', async () => {
    const workspace = await makeWorkspace();
    for (const tookMs of [77, 155, 232]) await addRun(workspace, { status: 'succeeded', atMs: NOW_MS, tookMs });
    await database().pool.query("UPDATE runs SET cost_usd = 0.1, surface = 'api' WHERE workspace_id = $1", [workspace]);
    const repos = reposFor(database().db, workspaceId(workspace));
    const [from, to] = ['2026-11-01', '2026-11-30'];
    const { total, days, groups } = await repos.usage.report({ from, to, group: 'surface', slug: undefined, limit: 10 });
    const sums = { runs: 3, costUsd: 0.3, p50Ms: 155, p95Ms: 224.3 };
    for (const numbers of [total, days.get('2026-11-22'), groups[0]]) expect(numbers).toMatchObject(sums);
    expect((await repos.usage.readDay('2026-11-22')).runs.costUsd).toBe(0.3);
    expect((await read(workspace)).steps.find(({ succeeded }) => succeeded === 3)).toMatchObject({
      costUsd: 0.3,
      p50Ms: 155,
    });
  });

  test('runs are summed up by the step they were made in, and errors by their code', async () => {
    const workspace = await makeWorkspace();
    await addRun(workspace, { status: 'succeeded', atMs: NOW_MS, tookMs: 1000 });
    await addRun(workspace, { status: 'succeeded', atMs: NOW_MS, tookMs: 3000 });
    await addRun(workspace, { status: 'cancelled', atMs: NOW_MS - 2 * HOUR_MS, tookMs: 10 });
    const failedId = await addRun(workspace, {
      status: 'failed',
      atMs: NOW_MS - HOUR_MS,
      tookMs: 10,
      error: '{"code":"http-status"}',
    });
    const runningId = await addRun(workspace, { status: 'running', atMs: NOW_MS - HOUR_MS });
    await addRun(workspace, { status: 'succeeded', atMs: NOW_MS - 24 * HOUR_MS, tookMs: 10 });
    const { steps, errors, live } = await read(workspace);
    expect(steps).toHaveLength(24);
    expect(steps.at(-1)).toEqual({
      at: '2026-11-22T12:00:00.000Z',
      succeeded: 2,
      failed: 0,
      cancelled: 0,
      open: 0,
      p50Ms: 2000,
      p95Ms: 2900,
      tokens: 200,
      costUsd: 1,
      pricedRuns: 2,
    });
    expect(steps.at(-2)).toMatchObject({ failed: 1, open: 1, p50Ms: 10 });
    expect(steps.at(-3)).toMatchObject({ cancelled: 1 });
    expect(steps.slice(0, -3).every(({ succeeded }) => succeeded === 0)).toBe(true);
    expect(errors).toEqual([{ code: 'http-status', count: 1, lastRunId: failedId }]);
    expect(live).toMatchObject({ running: 1, queued: 0, waiting: 0, runs: [{ runId: runningId, processId: 'p1' }] });
  });

  test('calls of two processes are counted together, each for the workspace of its run', async () => {
    const [workspace, other] = [await makeWorkspace(), await makeWorkspace()];
    const [runId, otherId] = [
      await addRun(workspace, { status: 'running', atMs: NOW_MS }),
      await addRun(other, { status: 'running', atMs: NOW_MS }),
    ];
    const call = event('llm_call', { callId: 'c', model: { name: 'fast' } });
    const answer = event('llm_result', { callId: 'c', durationMs: 100 });
    const lookUp = (status: string) => event('tool_result', { name: 'look_up', status, durationMs: 10 });
    for (const counter of [count(), count()]) {
      counter.countThrough(silent).publish(runId, [call, answer, lookUp('success'), lookUp('error')]);
      counter.countThrough(silent).publish(otherId, [lookUp('success')]);
      await counter.flush();
    }
    expect((await read(workspace)).calls).toEqual([
      { kind: 'tool', name: 'look_up', count: 4, failed: 2, averageMs: 10, cells: [{ step: 23, count: 4, failed: 2 }] },
      { kind: 'model', name: 'fast', count: 2, failed: 0, averageMs: 100, cells: [{ step: 23, count: 2, failed: 0 }] },
    ]);
    expect((await read(other)).calls).toMatchObject([{ name: 'look_up', count: 2, failed: 0 }]);
    await deleteOldCallCounts(database().pool, new Date(NOW_MS + HOUR_MS));
    expect((await read(workspace)).calls).toEqual([]);
  });

  test('a process reports its usage with each heartbeat, and others see it', async () => {
    const store = (version: string) => new LeaseStore(database().pool, { kind: 'web', readUsage: makeProcessUsage(version) });
    const [one, two] = [store('1.0.0'), store('2.0.0')];
    await one.register();
    await one.heartbeat();
    expect(await two.list()).toMatchObject([
      { id: two.id, isThis: true, usage: { version: '2.0.0' } },
      { id: one.id, isThis: false, pid: process.pid, usage: { version: '1.0.0' } },
    ]);
    await one.leave();
  });
});
