import { expect, test } from 'vitest';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { eachDatabase } from '#tests/support/databases.ts';
import { localWorkspace, makeBatch, makeEvents } from '#tests/support/run-batch.ts';

eachDatabase('claim', (database) => {
  test('a new process claims the live runs of the one before, once, and the old one is fenced off', async () => {
    const { pool } = database();
    const before = new PgRunStore(pool);
    const statuses: RunStatus[] = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled'];
    await before.append(
      statuses.map((status) => makeBatch({ runId: `run_claim_${status}`, status, workflowId: 'wf_7', inputs: '{"b":1,"a":2}' })),
    );

    const after = new PgRunStore(pool);
    await after.append([makeBatch({ runId: 'run_claim_own' })]);
    const claimed = await after.claimLostRuns(10);
    expect(claimed).toEqual(
      ['queued', 'running'].map((status) => ({
        runId: `run_claim_${status}`,
        workspaceId: 'ws_local',
        workflowId: 'wf_7',
        workflowName: 'Test',
        documentHash: 'hash',
        mode: 'draft',
        inputs: '{"b":1,"a":2}',
        nodeId: null,
        // Incremented when it is found lost, and when it is claimed.
        leaseToken: status === 'queued' ? 2 : 3,
        lastSeq: 1,
        createdAtMs: expect.closeTo(Date.now(), -5),
        // A run without a lease was not lost with a process.
        crashCount: status === 'queued' ? 0 : 1,
      })),
    );
    expect(await after.claimLostRuns(10)).toEqual([]);

    const next = makeBatch({ runId: 'run_claim_running', events: makeEvents(2, 2) });
    expect(await before.append([next])).toEqual(new Set());
    expect(await after.append([{ ...next, leaseToken: 3 }])).toEqual(new Set(['run_claim_running']));
  });

  test('runs are claimed a few at a time, oldest first, and two claimers never get the same one', async () => {
    const { pool } = database();
    await new PgRunStore(pool, { instanceId: 'gone' }).append(
      Array.from({ length: 9 }, (_, index) => makeBatch({ runId: `run_few_${index}` })),
    );
    const store = new PgRunStore(pool, { instanceId: 'next' });
    const own = async () =>
      (await store.claimLostRuns(4)).map((run) => run.runId).filter((runId) => runId.startsWith('run_few_'));
    const [first, second] = await Promise.all([own(), own()]);
    const third = await own();
    const fourth = await own();
    expect([first, second, third, fourth].flat().sort()).toEqual(Array.from({ length: 9 }, (_, index) => `run_few_${index}`));
  });
});

eachDatabase('commands', (database) => {
  test('a command is read until it is acknowledged, and can then be given again', async () => {
    const store = new PgRunStore(database().pool);
    const { runs } = reposFor(database().db, localWorkspace);
    await store.append([makeBatch({ runId: 'run_stop' }), makeBatch({ runId: 'run_other' })]);
    expect(await store.readCommands('run_stop')).toEqual([]);
    expect(await runs.requestStop('run_stop')).toBe('running');
    expect(await runs.requestStop('run_stop')).toBe('running');
    const commands = await store.readCommands('run_stop');
    expect(commands).toEqual([{ commandId: expect.stringMatching(/^cmd_/), runId: 'run_stop', kind: 'stop' }]);
    expect(await store.readCommands('run_other')).toEqual([]);

    await store.acknowledgeCommands([]);
    await store.acknowledgeCommands(commands.map((command) => command.commandId));
    expect(await store.readCommands('run_stop')).toEqual([]);
    await runs.requestStop('run_stop');
    expect(await store.readCommands('run_stop')).toHaveLength(1);
  });

  test('twenty concurrent stops of a run leave one command', async () => {
    const store = new PgRunStore(database().pool);
    await store.append([makeBatch({ runId: 'run_crowd' })]);
    await Promise.all(Array.from({ length: 20 }, () => reposFor(database().db, localWorkspace).runs.requestStop('run_crowd')));
    expect(await store.readCommands('run_crowd')).toHaveLength(1);
  });

  test('a finished run accepts no command and returns its status', async () => {
    const store = new PgRunStore(database().pool);
    await store.append([makeBatch({ runId: 'run_ended', status: 'failed' })]);
    expect(await reposFor(database().db, localWorkspace).runs.requestStop('run_ended')).toBe('failed');
    expect(await store.readCommands('run_ended')).toEqual([]);
  });
});

eachDatabase('documents', (database) => {
  test('a document is kept by its hash, key order and all, and saving it again changes nothing', async () => {
    const store = new PgRunStore(database().pool);
    const document = '{\n  "z": 1,\n  "a": {"10": 1, "9": "\\u0000"}\n}\n';
    await store.saveDocument('h1', document);
    await store.saveDocument('h1', document);
    await new PgRunStore(database().pool).saveDocument('h1', document);
    expect(await store.readDocument('h1')).toBe(document);
  });

  test('an unknown hash is not found', async () => {
    await expect(new PgRunStore(database().pool).readDocument('nope')).rejects.toMatchObject({ code: 'not-found' });
  });
});

eachDatabase('a run that waits', (database) => {
  const makeStore = () => new PgRunStore(database().pool);
  const readRun = (runId: string) => reposFor(database().db, localWorkspace).runs.get(runId);

  test('is unfinished, can be stopped, and is not lost at a start', async () => {
    const store = makeStore();
    const runId = 'run_waits';
    await store.append([makeBatch({ runId, status: 'waiting' })]);
    const { runs } = reposFor(database().db, localWorkspace);
    expect(await readRun(runId)).toMatchObject({ status: 'waiting', finishedAt: null });
    expect(await runs.lastSeqWhenFinished(runId)).toBeNull();
    expect(await makeStore().claimLostRuns(10)).toEqual([]);
    expect(await runs.requestStop(runId)).toBe('waiting');
    expect(await store.readCommands(runId)).toHaveLength(1);
  });

  test('is claimed by one process, which continues its log; the previous one can write nothing more', async () => {
    const runId = 'run_wanted';
    const identity = { workflowId: 'wf_7', nodeId: 'a', mode: 'node', inputs: '{"b":1,"a":2}' } as const;
    const before = makeStore();
    await before.append([makeBatch({ runId, ...identity, status: 'waiting', events: makeEvents(1, 3) })]);
    expect(await before.claimWaitingRun(runId)).toBeUndefined();
    await reposFor(database().db, localWorkspace).runs.requestStop(runId);
    const others = Array.from({ length: 5 }, makeStore);
    const claims = await Promise.all(others.map((other) => other.claimWaitingRun(runId)));
    expect(claims.filter((claim) => claim !== undefined)).toEqual([
      {
        runId,
        workspaceId: 'ws_local',
        ...identity,
        workflowName: 'Test',
        documentHash: 'hash',
        leaseToken: 2,
        lastSeq: 3,
        createdAtMs: expect.closeTo(Date.now(), -5),
        crashCount: 0,
      },
    ]);
    expect(await readRun(runId)).toMatchObject({ status: 'running', finishedAt: null });
    const next = makeBatch({ runId, events: makeEvents(4, 4) });
    expect(await before.append([next])).toEqual(new Set());
    expect(await before.append([{ ...next, leaseToken: 2 }])).toEqual(new Set([runId]));
    const holder = others[claims.findIndex((claim) => claim !== undefined)];
    expect(await holder?.claimLostRuns(10)).toEqual([]);
    expect(await before.claimLostRuns(10)).toMatchObject([{ runId, leaseToken: 4 }]);
  });

  test.each(['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const)(
    'one that is %s is not claimed so',
    async (status) => {
      const store = makeStore();
      const runId = `run_is_${status}`;
      await store.append([makeBatch({ runId, status })]);
      expect(await store.claimWaitingRun(runId)).toBeUndefined();
      expect(await readRun(runId)).toMatchObject({ status });
      expect(await store.claimWaitingRun('run_none')).toBeUndefined();
    },
  );
});

eachDatabase('payloads', (database) => {
  test('a large value is stored once per workspace by its hash, unchanged, and no other workspace can read it', async () => {
    const store = new PgRunStore(database().pool);
    const other = workspaceId('ws_other');
    const text = JSON.stringify({ z: 1, a: '\u0000\u001e\ud800 🧵\n'.repeat(100_000) });
    await store.savePayload(localWorkspace, 'h1', text);
    await store.savePayload(localWorkspace, 'h1', 'something else');
    expect(await store.readPayload(localWorkspace, 'h1')).toBe(text);
    expect(await store.readPayload(localWorkspace, 'h2')).toBeUndefined();
    expect(await store.readPayload(other, 'h1')).toBeUndefined();
    await store.savePayload(other, 'h1', '"other"');
    expect(await store.readPayload(other, 'h1')).toBe('"other"');
    expect(await store.readPayload(localWorkspace, 'h1')).toBe(text);
  });
});
