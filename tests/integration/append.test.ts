import { expect, test } from 'vitest';
import type { NodeRow } from '#lib/ports/run-store.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { eachDatabase } from '#tests/support/databases.ts';
import { localWorkspace, makeBatch, makeEvents } from '#tests/support/run-batch.ts';

const seqs = (events: readonly StoredEvent[]) => events.map((event) => event.seq);

eachDatabase('append', (database) => {
  const makeStore = () => new PgRunStore(database().pool);
  const readRun = (runId: string) => reposFor(database().db, localWorkspace).runs.get(runId);

  test('the first batch creates the run, later ones update it, and the log is read back as written', async () => {
    const store = makeStore();
    const first = makeBatch({
      runId: 'run_log',
      workflowId: 'wf_1',
      workflowName: 'Greet',
      inputs: '{"z":1,"a":2}',
      events: makeEvents(1, 2),
    });
    const last = makeBatch({
      runId: 'run_log',
      events: makeEvents(3, 5),
      status: 'succeeded',
      outputs: '{"text":"hi"}',
      tokensUsed: 7,
      costUsd: 0.000012,
      isCostPartial: true,
      inputs: '{"ignored":true}',
    });
    expect(await store.append([first])).toEqual(new Set(['run_log']));
    expect(await store.append([last])).toEqual(new Set(['run_log']));
    expect(await store.readEvents('run_log', 0)).toEqual([...first.events, ...last.events]);
    const run = await readRun('run_log');
    expect(run).toMatchObject({
      workflowId: 'wf_1',
      workflowName: 'Greet',
      status: 'succeeded',
      outputs: { text: 'hi' },
      tokensUsed: 7,
      costUsd: 0.000012,
      isCostPartial: true,
      lastSeq: 5,
      reason: null,
    });
    expect(Object.keys(run?.inputs ?? {})).toEqual(['z', 'a']);
    expect(run?.startedAt).toBeInstanceOf(Date);
    expect(run?.finishedAt).toBeInstanceOf(Date);
  });

  test('a run that is stored at once took the time between its events', async () => {
    const at = (seq: number, ms: number) => {
      const event = { seq, at: ms, v: 1, type: 'content' as const, nodeId: 'a', content: '{"at":9}' };
      return { seq, type: event.type, json: JSON.stringify(event) };
    };
    const took = async (runId: string) => {
      const run = await readRun(runId);
      return Number(run?.finishedAt) - Number(run?.startedAt);
    };
    await makeStore().append([makeBatch({ runId: 'run_at_once', status: 'succeeded', events: [at(1, 1000), at(2, 1250)] })]);
    expect(await took('run_at_once')).toBe(250);
    const run = await readRun('run_at_once');
    expect(run?.createdAt).toEqual(run?.startedAt);
    // One that waited in a queue began when its process took it.
    const store = makeStore();
    await store.append([makeBatch({ runId: 'run_later', status: 'queued', events: [at(1, 1000)] })]);
    await store.append([makeBatch({ runId: 'run_later', status: 'succeeded', events: [at(2, 5000), at(3, 5040)] })]);
    expect(await took('run_later')).toBe(40);
    // A clock that was set back gives no end before the start.
    await makeStore().append([makeBatch({ runId: 'run_back', status: 'succeeded', events: [at(1, 1000), at(2, 400)] })]);
    expect(await took('run_back')).toBe(0);
  });

  test('a token count that overflows its column affects neither its run nor others in the batch', async () => {
    const runIds = ['run_countless', 'run_neighbour'];
    const batches = runIds.map((runId, index) => makeBatch({ runId, tokensUsed: index === 0 ? 3e9 : 1 }));
    expect(await makeStore().append(batches)).toEqual(new Set(runIds));
    expect(await readRun('run_neighbour')).toMatchObject({ tokensUsed: 1 });
  });

  test('a run in a single batch is created and ended at once', async () => {
    const error = JSON.stringify({ code: 'boom', message: 'It broke' });
    await makeStore().append([
      makeBatch({ runId: 'run_once', status: 'failed', reason: 'node_failed', error, events: makeEvents(1, 9) }),
    ]);
    expect(await readRun('run_once')).toMatchObject({
      status: 'failed',
      reason: 'node_failed',
      error: { code: 'boom' },
      lastSeq: 9,
    });
  });

  test('a batch with another lease token commits nothing', async () => {
    const store = makeStore();
    await store.append([makeBatch({ runId: 'run_fenced' })]);
    const row: NodeRow = { nodePath: 'a', iteration: 0, status: 'succeeded', result: '{}' };
    expect(
      await store.append([
        makeBatch({ runId: 'run_fenced', leaseToken: 2, events: makeEvents(2, 2), rows: [row], status: 'failed' }),
      ]),
    ).toEqual(new Set());
    expect(seqs(await store.readEvents('run_fenced', 0))).toEqual([1]);
    expect(await store.readRows('run_fenced')).toEqual([]);
    expect(await readRun('run_fenced')).toMatchObject({ status: 'running', lastSeq: 1 });
  });

  test.each([
    ['leaves a gap', 3, 3],
    ['repeats the last one', 1, 1],
    ['overlaps the last one', 1, 2],
  ])('a batch that %s commits nothing', async (_, from, to) => {
    const store = makeStore();
    const runId = `run_gap_${from}_${to}`;
    await store.append([makeBatch({ runId })]);
    expect(await store.append([makeBatch({ runId, events: makeEvents(from, to, 'other') })])).toEqual(new Set());
    expect(await store.readEvents(runId, 0)).toEqual(makeEvents(1, 1));
  });

  test('a batch of an unknown run that does not begin at 1 commits nothing', async () => {
    const store = makeStore();
    const row: NodeRow = { nodePath: 'a', iteration: 0, status: 'succeeded', result: '{}' };
    expect(await store.append([makeBatch({ runId: 'run_unknown', events: makeEvents(2, 3), rows: [row] })])).toEqual(new Set());
    expect(await store.readEvents('run_unknown', 0)).toEqual([]);
    expect(await store.readRows('run_unknown')).toEqual([]);
    expect(await readRun('run_unknown')).toBeNull();
  });

  test.each(['succeeded', 'failed', 'cancelled'] as const)('nothing follows %s', async (status) => {
    const store = makeStore();
    const runId = `run_end_${status}`;
    await store.append([makeBatch({ runId, status })]);
    expect(await store.append([makeBatch({ runId, events: makeEvents(2, 2), status: 'running' })])).toEqual(new Set());
    expect(await readRun(runId)).toMatchObject({ status, lastSeq: 1 });
  });

  test('a waiting run resumes', async () => {
    const store = makeStore();
    await store.append([makeBatch({ runId: 'run_waits', status: 'waiting' })]);
    expect(await store.append([makeBatch({ runId: 'run_waits', events: makeEvents(2, 2) })])).toEqual(new Set(['run_waits']));
  });

  test('a fenced run drops out alone: new, moved and fenced runs in one append', async () => {
    const store = makeStore();
    await store.append([makeBatch({ runId: 'run_m1' }), makeBatch({ runId: 'run_m2' })]);
    const row = (nodePath: string): NodeRow => ({
      nodePath,
      iteration: 0,
      status: 'succeeded',
      result: `{"from":"${nodePath}"}`,
    });
    const committed = await store.append([
      makeBatch({ runId: 'run_m3', rows: [row('c')], workflowName: 'Third' }),
      makeBatch({ runId: 'run_m2', events: makeEvents(2, 4), leaseToken: 9, rows: [row('b')] }),
      makeBatch({ runId: 'run_m1', events: makeEvents(2, 3), rows: [row('a1'), row('a2')] }),
    ]);
    expect(committed).toEqual(new Set(['run_m1', 'run_m3']));
    expect(seqs(await store.readEvents('run_m1', 0))).toEqual([1, 2, 3]);
    expect(seqs(await store.readEvents('run_m2', 0))).toEqual([1]);
    expect(await store.readRows('run_m1')).toEqual([row('a1'), row('a2')]);
    expect(await store.readRows('run_m2')).toEqual([]);
    expect(await store.readRows('run_m3')).toEqual([row('c')]);
    expect(await readRun('run_m3')).toMatchObject({ workflowName: 'Third' });
  });

  test('the first value of a node row stays, and other runs of the batch commit', async () => {
    const store = makeStore();
    const row = (result: string): NodeRow => ({ nodePath: 'a', iteration: 0, status: 'succeeded', result });
    await store.append([makeBatch({ runId: 'run_row', rows: [row('1')] })]);
    expect(
      (
        await store.append([
          makeBatch({ runId: 'run_row', events: makeEvents(2, 2), rows: [row('2')] }),
          makeBatch({ runId: 'run_row_b' }),
        ])
      ).size,
    ).toBe(2);
    expect(await store.readRows('run_row')).toEqual([row('1')]);
  });

  test('200 appends at once leave no gap in any log', async () => {
    const store = makeStore();
    const runIds = Array.from({ length: 20 }, (_, index) => `run_many_${index}`);
    const writeRun = async (runId: string) => {
      for (let seq = 1; seq <= 10; seq++) {
        const committed = await store.append([
          makeBatch({ runId, events: makeEvents(seq, seq), status: seq === 10 ? 'succeeded' : 'running' }),
        ]);
        expect(committed.has(runId)).toBe(true);
      }
    };
    await Promise.all(runIds.map(writeRun));
    for (const runId of runIds) expect(seqs(await store.readEvents(runId, 0))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('of 200 concurrent appends at the same position of the same ten runs, one wins in each run', async () => {
    const stores = [makeStore(), makeStore()];
    const runIds = Array.from({ length: 10 }, (_, index) => `run_race_${index}`);
    for (const seq of [1, 2]) {
      const attempt = (index: number) => {
        const order = index % 2 === 0 ? runIds : runIds.toReversed();
        const batches = order.map((runId) => makeBatch({ runId, events: makeEvents(seq, seq, `by ${index}`) }));
        return (index % 3 === 0 ? stores[0] : stores[1])?.append(batches);
      };
      const results = await Promise.all(Array.from({ length: 100 }, (_, index) => attempt(index)));
      for (const runId of runIds) expect(results.filter((committed) => committed?.has(runId))).toHaveLength(1);
    }
    for (const runId of runIds) expect(seqs(await (stores[0] as PgRunStore).readEvents(runId, 0))).toEqual([1, 2]);
  });

  test('an event of two megabytes is stored completely', async () => {
    const store = makeStore();
    const events = makeEvents(1, 1, 'ä"\\\n🧵'.repeat(200_000));
    expect(events[0]?.json.length).toBeGreaterThan(2_000_000 / 2);
    await store.append([
      makeBatch({ runId: 'run_huge', events, inputs: JSON.stringify({ text: 'y'.repeat(2_000_000) }) }),
      makeBatch({ runId: 'run_huge_b' }),
    ]);
    expect(await store.readEvents('run_huge', 0)).toEqual(events);
    expect((await readRun('run_huge'))?.inputs.text).toHaveLength(2_000_000);
  });

  test('hostile text stays in its own field and its own run', async () => {
    const store = makeStore();
    const nasty = `\u0000 \u001e \u001f {a,"b"} \\x1e ' $1 \u{1f9f5} \ud800 \u2028`;
    const events = makeEvents(1, 2, nasty);
    const hostile = makeBatch({
      runId: 'run_b_hostile',
      workflowName: 'a\u001erun_c\u001f\u0000b',
      inputs: JSON.stringify({ text: nasty }),
      events,
    });
    await store.append([
      makeBatch({ runId: 'run_a_calm', workflowName: 'A' }),
      hostile,
      makeBatch({ runId: 'run_c_calm', workflowName: 'C' }),
    ]);
    expect(await store.readEvents('run_b_hostile', 0)).toEqual(events);
    expect(await readRun('run_b_hostile')).toMatchObject({ workflowName: 'a\ufffdrun_c\ufffd\ufffdb', inputs: { text: nasty } });
    expect(await readRun('run_a_calm')).toMatchObject({ workflowName: 'A' });
    expect(await readRun('run_c_calm')).toMatchObject({ workflowName: 'C' });
  });

  test.each(['', '\u001f', '\u001e'])(
    'a workflow named %j keeps its run apart from null and from its neighbours',
    async (workflowName) => {
      const runId = `run_name_${encodeURIComponent(workflowName)}`;
      expect(await makeStore().append([makeBatch({ runId, workflowName })])).toEqual(new Set([runId]));
      expect((await readRun(runId))?.workflowName).toBe(workflowName === '' ? '' : '\ufffd');
    },
  );

  test('two batches of one run, an empty batch and a gap inside a batch are refused before anything is stored', async () => {
    const store = makeStore();
    const batch = makeBatch({ runId: 'run_bad' });
    await expect(store.append([batch, { ...batch, events: makeEvents(2, 2) }])).rejects.toMatchObject({ code: 'internal' });
    await expect(store.append([{ ...batch, events: [] }])).rejects.toMatchObject({ code: 'internal' });
    await expect(store.append([{ ...batch, events: [...makeEvents(1, 1), ...makeEvents(3, 3)] }])).rejects.toMatchObject({
      code: 'internal',
    });
    expect(await readRun('run_bad')).toBeNull();
    expect(await store.append([])).toEqual(new Set());
  });

  test('events are read after any seq, in pages of whole batches that always make progress', async () => {
    const store = makeStore();
    const sizes = [1, 4, 1, 7, 2];
    let next = 1;
    for (const size of sizes) {
      await store.append([makeBatch({ runId: 'run_pages', events: makeEvents(next, next + size - 1) })]);
      next += size;
    }
    const all = makeEvents(1, 15);
    for (let after = 0; after <= 16; after++) {
      expect(await store.readEvents('run_pages', after)).toEqual(all.filter((event) => event.seq > after));
      const page = await store.readEvents('run_pages', after, 3);
      expect(page).toEqual(all.slice(after, after + page.length));
      expect(page.length).toBeGreaterThanOrEqual(Math.min(3, Math.max(15 - after, 0)));
      expect(page.length).toBeLessThan(3 + 7);
    }
  });
});
