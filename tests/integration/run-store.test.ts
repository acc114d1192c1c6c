import { expect, test } from 'vitest';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { LeaseStore } from '#server/db/queue/lease-store.ts';
import { PgQueuedRuns } from '#server/db/queue/queued-runs.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { eachDatabase } from '#tests/support/databases.ts';
import { localWorkspace, makeBatch, makeEvents } from '#tests/support/run-batch.ts';

/** A process with a lease, or one whose lease is over. */
function join({ pool }: Database) {
  const leases = new LeaseStore(pool, { kind: 'web' });
  const queued = new PgQueuedRuns(pool, { leases, maxPerWorkspace: 0 });
  return { leases, queued, store: new PgRunStore(pool, { instance: leases }) };
}

eachDatabase('claim', (database) => {
  test('a new process claims the live runs of the one before, once, and the old one is fenced off', async () => {
    const before = join(database());
    const statuses: RunStatus[] = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled'];
    await before.store.append(
      statuses.map((status) => makeBatch({ runId: `run_claim_${status}`, status, workflowId: 'wf_7', inputs: '{"b":1,"a":2}' })),
    );

    const after = join(database());
    await after.leases.register();
    await after.store.append([makeBatch({ runId: 'run_claim_own' })]);
    const lost = await after.leases.requeueLost(10);
    expect(lost).toEqual([{ runId: 'run_claim_running', workspaceId: 'ws_local', leaseToken: 2, isStranger: false }]);
    const claimAll = () =>
      Promise.all(statuses.map((status) => after.queued.claim({ runId: `run_claim_${status}`, workspaceId: localWorkspace })));
    const claimed = await claimAll();
    expect(claimed.filter((run) => run !== undefined)).toEqual(
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
    expect(await after.leases.requeueLost(10)).toEqual([]);
    expect((await claimAll()).filter((run) => run !== undefined)).toEqual([]);

    const next = makeBatch({ runId: 'run_claim_running', events: makeEvents(2, 2) });
    expect(await before.store.append([next])).toEqual(new Set());
    expect(await after.store.append([{ ...next, leaseToken: 3 }])).toEqual(new Set(['run_claim_running']));
  });

  test('runs are requeued a few at a time, oldest first, and two processes never get the same one', async () => {
    await join(database()).store.append(Array.from({ length: 9 }, (_, index) => makeBatch({ runId: `run_few_${index}` })));
    const { leases } = join(database());
    const own = async () => (await leases.requeueLost(4)).map(({ runId }) => runId).filter((id) => id.startsWith('run_few_'));
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
    expect(await join(database()).leases.requeueLost(10)).toEqual([]);
    expect(await runs.requestStop(runId)).toBe('waiting');
    expect(await store.readCommands(runId)).toHaveLength(1);
  });

  test('is claimed by one process, which continues its log; the previous one can write nothing more', async () => {
    const runId = 'run_wanted';
    const identity = { workflowId: 'wf_7', nodeId: 'a', mode: 'node', inputs: '{"b":1,"a":2}' } as const;
    const { store: before, leases } = join(database());
    await before.append([makeBatch({ runId, ...identity, status: 'waiting', events: makeEvents(1, 3) })]);
    expect(await before.claimWaitingRun(runId)).toBeUndefined();
    await reposFor(database().db, localWorkspace).runs.requestStop(runId);
    const others = Array.from({ length: 5 }, () => join(database()));
    await Promise.all(others.map((other) => other.leases.register()));
    const claims = await Promise.all(others.map(({ store }) => store.claimWaitingRun(runId)));
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
    expect(await leases.requeueLost(10)).toEqual([]);
    await holder?.leases.leave();
    expect(await leases.requeueLost(10)).toMatchObject([{ runId, leaseToken: 3 }]);
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
