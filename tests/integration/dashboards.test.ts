import { expect, test } from 'vitest';
import type { DashboardQuery } from '#lib/api/dashboards.contract.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { RunSumStore } from '#server/db/stores/run-sums/run-sum-store.ts';
import { RunSummarizer } from '#server/db/stores/run-sums/run-summarizer.ts';
import { readDashboard } from '#server/http/handlers/dashboards/read-dashboard.ts';
import { eachDatabase } from '#tests/support/databases.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2026-11-28T14:10:00Z');

const uncounted = (ids: readonly string[]) => new Map(ids.map((id) => [id, undefined]));

type NewRun = {
  atMs: number;
  tookMs?: number;
  status?: string;
  mode?: string;
  version?: number;
  error?: object;
  costUsd?: number | null;
  /** Sent by the model, after the start. */
  firstTokenMs?: number;
  waitedMs?: number;
};

eachDatabase('dashboards', (database, kind) => {
  const summarizer = () =>
    new RunSummarizer({
      store: new RunSumStore(database().pool),
      now: () => NOW_MS,
      onError: (error) => {
        throw error;
      },
    });
  async function makeWorkspace() {
    const id = `ws_${crypto.randomUUID()}`;
    await database().pool.query('INSERT INTO workspaces (id, name) VALUES ($1, $1)', [id]);
    const document = JSON.stringify({ nodes: [{ id: 'ask', label: 'Ask Ada' }] });
    await database().pool.query("INSERT INTO documents (hash, document) VALUES ('h', $1) ON CONFLICT DO NOTHING", [document]);
    const repos = reposFor(database().db, workspaceId(id));
    const settle = async () => {};
    const deps = { clock: { now: () => NOW_MS }, summaries: { settle, add: () => {} } };
    const read = (query: Partial<DashboardQuery> = {}) =>
      readDashboard({ from: '2026-11-22T00:00:00Z', zone: 'UTC', compare: 'before', ...query }, {
        repos,
        deps,
      } as unknown as Parameters<typeof readDashboard>[1]);
    return { id, repos, read };
  }
  async function addRun(workspace: string, run: NewRun): Promise<string> {
    const { atMs, tookMs = 1000, status = 'succeeded', mode = 'deployed', version = 7, error, costUsd = 0.01 } = run;
    const id = `run_${crypto.randomUUID()}`;
    const isOpen = status === 'waiting' || status === 'running';
    await database().pool.query(
      `INSERT INTO runs (id, workspace_id, workflow_id, workflow_name, document_hash, mode, status, inputs, error, tokens_used, cost_usd, last_seq,
         lease_token, holder, created_at, started_at, finished_at, slug, version, caller_key_id, surface)
       VALUES ($1, $2, 'wf_1', 'Desk', 'h', $3, $4, '{}', $5, 100, $6, 9, 1, '', $7, $7, $8, 'desk', $9, 'key_1', $10)`,
      [
        id,
        workspace,
        mode,
        status,
        error ? JSON.stringify(error) : null,
        costUsd,
        new Date(atMs),
        isOpen ? null : new Date(atMs + tookMs),
        version,
        mode === 'node' ? null : 'rest',
      ],
    );
    const { waitedMs = 0, firstTokenMs = 300 } = run;
    const usage = { promptTokens: 90, completionTokens: 10, totalTokens: 100, ...(costUsd !== null && { costUsd }) };
    const events = [
      { at: atMs, v: 1, type: 'run_started', runId: id },
      {
        at: atMs,
        v: 1,
        type: 'llm_call',
        nodeId: 'ask',
        callId: 'c1',
        model: { name: 'sonnet', provider: 'p', modelId: 'm' },
        request: { text: '"type":"done"' },
      },
      {
        at: atMs + 400,
        v: 1,
        type: 'llm_result',
        nodeId: 'ask',
        callId: 'c1',
        content: '',
        usage,
        durationMs: 400,
        firstTokenMs,
      },
      {
        at: atMs + 500,
        v: 1,
        type: 'node_finished',
        nodeId: 'each[2]/ask',
        status: 'succeeded',
        fired: { out: { type: 'done' } },
        executionTimeMs: 450,
      },
      ...(waitedMs > 0 || status === 'waiting' ? [{ at: atMs + 500, v: 1, type: 'done', status: 'waiting' }] : []),
      ...(waitedMs > 0 ? [{ at: atMs + 500 + waitedMs, v: 1, type: 'run_resumed', reason: 'decided' }] : []),
      ...(isOpen ? [] : [{ at: atMs + tookMs, v: 1, type: 'done', status }]),
    ];
    const lines = events.map((event, index) => JSON.stringify({ seq: index + 1, ...event }));
    await database().pool.query(
      'INSERT INTO run_events (run_id, first_seq, last_seq, events) VALUES ($1, 1, 2, $2), ($1, 3, $3, $4)',
      [id, lines.slice(0, 2).join('\n'), lines.length, lines.slice(2).join('\n')],
    );
    return id;
  }
  /** The events of a run as they are published while it executes, from one of them on. */
  async function publish(runId: string, hub: Pick<EventHub, 'publish'>, fromSeq = 1) {
    const { rows } = await database().pool.query<{ events: string }>(
      'SELECT events FROM run_events WHERE run_id = $1 ORDER BY first_seq',
      [runId],
    );
    for (const { events } of rows) {
      const stored = events.split('\n').map((json): StoredEvent => {
        const { seq, type } = JSON.parse(json) as StoredEvent;
        return { seq, type, json };
      });
      const published = stored.filter(({ seq }) => seq >= fromSeq);
      if (published.length > 0) hub.publish(runId, published);
    }
  }
  const today = (hour: number) => Date.parse('2026-11-28T00:00:00Z') + hour * HOUR_MS;

  test('a run is counted once, without its waits, and its numbers are those of the usage report', async () => {
    const { id, repos, read } = await makeWorkspace();
    const ids = [
      await addRun(id, { atMs: today(9), tookMs: 2000 }),
      await addRun(id, { atMs: today(9.6), tookMs: 64_000, waitedMs: 60_000 }),
      await addRun(id, {
        atMs: today(-30),
        tookMs: 8000,
        status: 'failed',
        error: { code: 'timeout', message: 'Slow', nodeId: 'each[4]/ask' },
      }),
      await addRun(id, { atMs: today(13), status: 'waiting' }),
      await addRun(id, { atMs: today(13), mode: 'node' }),
      await addRun(id, { atMs: today(-140), tookMs: 4000, costUsd: null }),
    ];
    const counting = summarizer();
    for (const runId of ids) counting.add(runId);
    await counting.flush();
    const first = await read();
    // Again by another process, and by a scan.
    await summarizer().scan(new Date(0));
    await new RunSumStore(database().pool).add(uncounted(ids));
    expect(await read()).toEqual(first);
    const usage = await repos.usage.report({ from: '2026-11-22', to: '2026-11-28', group: 'surface', limit: 5 });
    expect(first.total).toMatchObject({
      succeeded: 3,
      failed: 1,
      cancelled: 0,
      open: 1,
      runs: 5,
      tokens: 400,
      unpricedRuns: 1,
      pricedRuns: 3,
    });
    expect(first.total.costUsd).toBeCloseTo(0.03, 9);
    expect(usage.total).toMatchObject({ failed: 1, costUsd: 0.04 });
    expect(first.total.p50Ms ?? 0).toBeGreaterThan(3900);
    expect(first.total.p50Ms ?? 0).toBeLessThan(4100);
    expect(first.points.at(-1)).toMatchObject({ from: '2026-11-28T00:00:00.000Z', isSoFar: true, succeeded: 2, open: 1 });
    expect(first.errors).toMatchObject([
      {
        code: 'timeout',
        nodeId: 'each/ask',
        nodeLabel: 'Ask Ada',
        text: 'Slow',
        count: 1,
        lastRunId: ids[2],
        counts: [0, 0, 0, 0, 1, 0, 0],
      },
    ]);
    expect(first.nodes).toMatchObject([{ workflowId: 'wf_1', nodeId: 'each/ask', count: 4, failed: 0 }]);
    expect(first.models).toMatchObject([{ model: 'sonnet', calls: 4, tokens: 400 }]);
    expect(first.hours[5]?.slice(8, 16)).toEqual([0, 1 + 1, 0, 0, 0, 0, 0, null]);
    expect(first.workflows).toMatchObject([{ id: 'wf_1', runs: 4 }]);
  });

  test('a range is of one endpoint, version, key or model, and is compared with the same hours before', async () => {
    const { id, read } = await makeWorkspace();
    for (let hour = 0; hour < 12; hour++) {
      await addRun(id, { atMs: today(hour), tookMs: 1000, version: 8 });
      await addRun(id, { atMs: today(hour - 24 * 7), tookMs: 3000 });
    }
    // After the time of now a week ago: not compared.
    await addRun(id, { atMs: today(20 - 24 * 7), tookMs: 3000 });
    await summarizer().scan(new Date(0));
    const all = await read();
    expect(all.total.runs).toBe(12);
    expect(all.before?.total.runs).toBe(12);
    expect(all.before?.points.map(({ runs }) => runs)).toEqual([0, 0, 0, 0, 0, 0, 13]);
    expect(all.before?.changes.find(({ measure }) => measure === 'p50')).toMatchObject({ verdict: 'better' });
    expect(all.before?.changes.find(({ measure }) => measure === 'success')).toMatchObject({ value: 0, verdict: 'none' });
    const ofVersion = await read({ slug: 'desk', version: 8 });
    expect(ofVersion.total.runs).toBe(12);
    expect(ofVersion.before?.total.runs).toBe(0);
    expect(ofVersion.versions.map(({ id: version, runs }) => [version, runs])).toEqual([['8', 12]]);
    const ofKey = await read({ key: 'key_1' });
    expect(ofKey.total.runs).toBe(12);
    expect(ofKey.points).toEqual(all.points);
    expect(ofKey.hours).toEqual(all.hours);
    expect(ofKey.keys.map(({ id: key, runs }) => [key, runs])).toEqual([['key_1', 12]]);
    expect([ofKey.nodes, ofVersion.nodes?.map(({ count }) => count)]).toEqual([null, [12]]);
    expect((await read({ key: 'key_2' })).total.runs).toBe(0);
    expect((await read({ model: 'sonnet', workflowId: 'wf_1' })).total.runs).toBe(12);
    const both = await read({ from: '2026-11-21T00:00:00Z', slug: 'desk', compare: 'none' });
    expect(both.versus).toMatchObject({ base: '7', other: '8' });
    expect(both.before).toBeNull();
  });

  test('the runs behind a number are found by the same filters, as many as it says', async () => {
    const { id, repos, read } = await makeWorkspace();
    const error = { code: 'timeout', message: 'Took "nodeId":"x" too long', nodeId: 'each[4]/ask' };
    await addRun(id, { atMs: today(9), status: 'failed', error });
    await addRun(id, { atMs: today(10), status: 'failed', error: { code: 'timeout', message: 'Whole run' } });
    await addRun(id, { atMs: today(-30), version: 8 });
    await addRun(id, { atMs: today(11), mode: 'node' });
    await summarizer().scan(new Date(0));
    const { points, errors, byModel, nodes } = await read();
    const runs = async (filter: object) => (await repos.runs.list({ mode: ['draft', 'deployed'], ...filter })).items.length;
    const last = points.at(-1);
    expect(await runs({ from: last?.from, before: last?.to })).toBe(last?.runs);
    expect(errors.map(({ nodeId, count }) => [nodeId, count])).toEqual(
      expect.arrayContaining([
        ['each/ask', 1],
        [null, 1],
      ]),
    );
    expect(await runs({ errorCode: 'timeout' })).toBe(2);
    expect(await runs({ errorCode: 'timeout', errorNode: 'each/ask' })).toBe(1);
    expect(await runs({ errorCode: 'timeout', errorNode: '' })).toBe(1);
    expect(await runs({ model: 'sonnet' })).toBe(byModel[0]?.runs);
    expect(await runs({ model: 'sonnet', key: 'key_1', version: 8, slug: 'desk' })).toBe(1);
    expect(await runs({ key: 'key_2' })).toBe(0);
    expect(await runs({ node: 'each/ask' })).toBe(nodes?.[0]?.count);
    expect(await runs({ node: 'never' })).toBe(0);
  });

  test('days are those of the zone, also where it is half an hour apart', async () => {
    const { id, read } = await makeWorkspace();
    await addRun(id, { atMs: Date.parse('2026-11-27T18:29:00Z') });
    await addRun(id, { atMs: Date.parse('2026-11-27T18:31:00Z') });
    await summarizer().scan(new Date(0));
    for (const of of [{}, { key: 'key_1' }]) {
      const { points, hours } = await read({ from: '2026-11-26T18:30:00Z', step: 'day', zone: 'Asia/Kolkata', ...of });
      expect(points.map(({ from, runs }) => [from.slice(8, 16), runs])).toEqual([
        ['26T18:30', 1],
        ['27T18:30', 1],
      ]);
      expect(hours[4]?.[23]).toBe(1);
      expect(hours[5]?.[0]).toBe(1);
    }
    // The first of the two days of UTC is cut in the middle.
    const { keys, nodes } = await read({ from: '2026-11-27T18:30:00Z', step: 'day', zone: 'Asia/Kolkata' });
    expect([keys[0]?.runs, nodes?.[0]?.count]).toEqual([1, 1]);
  });

  test('runs are counted the same from what is published and from their logs', async () => {
    const runs: NewRun[] = [
      { atMs: today(9), tookMs: 64_000, waitedMs: 60_000 },
      { atMs: today(10), tookMs: 8000, status: 'failed', error: { code: 'timeout', message: 'Slow', nodeId: 'each[4]/ask' } },
      { atMs: today(11), costUsd: null, firstTokenMs: 900 },
      { atMs: today(12), status: 'waiting' },
    ];
    const numbers: unknown[] = [];
    for (const fromSeq of [1, 3, undefined]) {
      const { id, read } = await makeWorkspace();
      const counting = summarizer();
      const seen: string[] = [];
      const hub = counting.countThrough({ publish: (runId) => void seen.push(runId) });
      for (const run of runs) {
        const runId = await addRun(id, run);
        if (fromSeq !== undefined) await publish(runId, hub, fromSeq);
      }
      await (fromSeq === undefined ? counting.scan(new Date(0)) : counting.flush());
      expect(new Set(seen).size).toBe(fromSeq === undefined ? 0 : runs.length);
      numbers.push(JSON.parse(JSON.stringify(await read()).replaceAll(/run_[-\w]+/g, 'run')));
    }
    expect(numbers[0]).toMatchObject({ total: { succeeded: 2, failed: 1, open: 1 }, nodes: [{ count: 3 }] });
    expect(numbers[1]).toEqual(numbers[0]);
    expect(numbers[2]).toEqual(numbers[0]);
  });

  test('a rating that comes or changes later is counted, and a deleted run stays in the sums', async () => {
    const { id, repos, read } = await makeWorkspace();
    const runId = await addRun(id, { atMs: today(1) });
    const counting = summarizer();
    const rate = async (rating: 'up' | 'down' | null) => {
      await repos.runs.rate(runId, rating && { rating, comment: '', reasons: [] });
      counting.add(runId);
      await counting.flush();
      const { liked, rated } = (await read()).total;
      return [liked, rated];
    };
    expect(await rate('up')).toEqual([1, 1]);
    expect(await rate('down')).toEqual([0, 1]);
    expect(await rate(null)).toEqual([0, 0]);
    await repos.runs.delete(runId);
    const left = await database().pool.query('SELECT count(*)::int AS count FROM run_facts WHERE run_id = $1', [runId]);
    expect(left.rows).toEqual([{ count: 0 }]);
    expect(await read()).toMatchObject({ total: { runs: 1 }, storedSince: null });
  });

  if (kind === 'Postgres')
    test('several processes that count the same runs at once count each once', async () => {
      const { id, read } = await makeWorkspace();
      const ids: string[] = [];
      for (let index = 0; index < 20; index++) ids.push(await addRun(id, { atMs: today(3) }));
      await Promise.all(Array.from({ length: 4 }, () => new RunSumStore(database().pool).add(uncounted(ids))));
      expect((await read()).total.runs).toBe(20);
    });
});
