import { expect, test } from 'vitest';
import { workspaceId } from '#lib/ports/run-store.ts';
import { MemoryQueuedRuns } from './memory-queued-runs.ts';
import { MemoryDatabase, MemoryRunStore } from './memory-run-store.ts';
import { localWorkspace, makeAsk, makeBatch, makeEvents } from './run-batch.ts';

const row = { nodePath: 'a', iteration: 0, status: 'succeeded', result: '{}' } as const;

test('a batch is stored only where the log ends, under the lease that holds, and never after the end', async () => {
  const store = new MemoryRunStore();
  const append = async (batch: Parameters<typeof makeBatch>[0]) => (await store.append([makeBatch(batch)])).has(batch.runId);
  expect(await append({ runId: 'r', events: makeEvents(2, 2) })).toBe(false);
  expect(await append({ runId: 'r', events: makeEvents(1, 3) })).toBe(true);
  expect(await append({ runId: 'r', events: makeEvents(3, 4) })).toBe(false);
  expect(await append({ runId: 'r', events: makeEvents(5, 5) })).toBe(false);
  expect(await append({ runId: 'r', events: makeEvents(4, 4), leaseToken: 2 })).toBe(false);
  expect(await append({ runId: 'r', events: makeEvents(4, 4), status: 'succeeded' })).toBe(true);
  expect(await append({ runId: 'r', events: makeEvents(5, 5) })).toBe(false);
  expect((await store.readEvents('r', 0)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});

test('one run that does not fit leaves its neighbours alone', async () => {
  const store = new MemoryRunStore();
  const batches = [makeBatch({ runId: 'a' }), makeBatch({ runId: 'b', events: makeEvents(7, 7) }), makeBatch({ runId: 'c' })];
  expect([...(await store.append(batches))]).toEqual(['a', 'c']);
});

test('a node row is written once, and a second one commits nothing of anybody', async () => {
  const store = new MemoryRunStore();
  await store.append([makeBatch({ runId: 'r', rows: [row] })]);
  await expect(
    store.append([makeBatch({ runId: 'other' }), makeBatch({ runId: 'r', events: makeEvents(2, 2), rows: [row] })]),
  ).rejects.toThrow('r already has');
  expect(await store.readEvents('other', 0)).toEqual([]);
  expect(await store.readRows('r')).toEqual([row]);
});

test('a page holds whole batches', async () => {
  const store = new MemoryRunStore();
  await store.append([makeBatch({ runId: 'r', events: makeEvents(1, 3) })]);
  await store.append([makeBatch({ runId: 'r', events: makeEvents(4, 6) })]);
  expect((await store.readEvents('r', 1, 1)).map(({ seq }) => seq)).toEqual([2, 3]);
  expect((await store.readEvents('r', 3, 1)).map(({ seq }) => seq)).toEqual([4, 5, 6]);
});

test('who takes a run over fences its former holder off', async () => {
  const database = new MemoryDatabase({ now: () => 42 });
  const before = new MemoryRunStore(database);
  const after = new MemoryRunStore(database);
  const queued = new MemoryQueuedRuns(after);
  const run = { runId: 'r', workspaceId: localWorkspace };
  await before.append([makeBatch({ runId: 'r' }), makeBatch({ runId: 'ended', status: 'failed' })]);
  expect(await queued.requeueLost(10)).toEqual([]);
  before.expireLeases();
  expect((await before.append([makeBatch({ runId: 'r', events: makeEvents(2, 2) })])).size).toBe(1);
  expect(await queued.claim(run)).toBeUndefined();
  expect(await queued.requeueLost(10)).toEqual([{ ...run, leaseToken: 2 }]);
  expect(await queued.requeueLost(10)).toEqual([]);
  expect(await queued.claim(run)).toMatchObject({ runId: 'r', leaseToken: 3, lastSeq: 2, createdAtMs: 42 });
  expect(await queued.claim(run)).toBeUndefined();
  expect((await before.append([makeBatch({ runId: 'r', events: makeEvents(3, 3) })])).size).toBe(0);
  expect((await after.append([makeBatch({ runId: 'r', events: makeEvents(3, 3), leaseToken: 3 })])).size).toBe(1);
});

test('a run that waits is no lost one; with a decision it is found, and claimed once', async () => {
  const database = new MemoryDatabase({ now: () => 42 });
  const [before, after] = [new MemoryRunStore(database), new MemoryRunStore(database)];
  const queued = new MemoryQueuedRuns(after);
  const found = async () => (await queued.find(10)).map(({ runId }) => runId);
  await before.append([makeBatch({ runId: 'r', status: 'waiting', approvals: [makeAsk({ actionId: 'act' })] })]);
  before.expireLeases();
  expect(await queued.requeueLost(10)).toEqual([]);
  expect(await found()).toEqual([]);
  database.approvals.decide({ runId: 'r', actionId: 'act', isConfirmed: true, args: { to: 'bob' }, nowMs: 1 });
  expect(await found()).toEqual(['r']);
  expect(await after.claimWaitingRun('r')).toMatchObject({ runId: 'r', leaseToken: 2, lastSeq: 1, createdAtMs: 42 });
  expect(await after.claimWaitingRun('r')).toBeUndefined();
  expect(database.runs.get('r')?.status).toBe('running');
  const next = makeBatch({ runId: 'r', status: 'waiting', events: makeEvents(2, 2), consumedApprovals: ['act'] });
  expect((await before.append([next])).size).toBe(0);
  expect((await after.append([{ ...next, leaseToken: 2 }])).size).toBe(1);
  expect(await found()).toEqual([]);
  expect(await after.readDecisions('r')).toEqual([
    { actionId: 'act', status: 'confirmed', args: '{"to":"bob"}', comment: null, isRemembered: false },
  ]);
});

test('the first decision stays, a late one is expired, and a run that has ended takes none', async () => {
  const store = new MemoryRunStore();
  const { approvals } = store.database;
  const asks = ['a', 'b', 'c'].map((actionId) => makeAsk({ actionId, expiresAtMs: 10 }));
  await store.append([makeBatch({ runId: 'r', approvals: asks })]);
  const decide = (actionId: string, { isConfirmed = true, nowMs = 1, runId = 'r' } = {}) =>
    approvals.decide({ runId, actionId, isConfirmed, nowMs });
  expect(decide('a', { isConfirmed: false })).toEqual({ status: 'rejected', isFirst: true });
  expect(decide('a')).toEqual({ status: 'rejected', isFirst: false });
  expect(decide('b', { nowMs: 10 })).toEqual({ status: 'expired', isFirst: true });
  expect(() => decide('a', { runId: 'other' })).toThrow(expect.objectContaining({ code: 'approval-not-found' }));
  await store.append([makeBatch({ runId: 'r', events: makeEvents(2, 2), status: 'cancelled' })]);
  expect(() => decide('c')).toThrow(expect.objectContaining({ code: 'run-ended', details: { status: 'cancelled' } }));
  expect(decide('b')).toEqual({ status: 'expired', isFirst: false });
});

test('due approvals expire, and the next due time is returned', async () => {
  const store = new MemoryRunStore();
  const batchOf = (runId: string, expiresAtMs: number) =>
    makeBatch({ runId, status: 'waiting', approvals: [makeAsk({ actionId: `act_${runId}`, expiresAtMs })] });
  await store.append([batchOf('soon', 10), batchOf('later', 20), batchOf('ended', 10)]);
  await store.append([makeBatch({ runId: 'ended', status: 'cancelled', events: makeEvents(2, 2) })]);
  expect(await store.expireApprovals(9)).toEqual({ runIds: [], nextAtMs: 10 });
  expect(await store.expireApprovals(10)).toEqual({ runIds: ['soon'], nextAtMs: 20 });
  expect(await store.expireApprovals(20)).toEqual({ runIds: ['later'], nextAtMs: undefined });
  const queued = new MemoryQueuedRuns(store);
  const found = await queued.find(10);
  // Those stored in the same millisecond are in the order of their ids, others in that of their time.
  expect(found.map(({ runId }) => runId).sort()).toEqual(['later', 'soon']);
  expect(await queued.find(1)).toEqual(found.slice(0, 1));
});

test('a payload is kept by workspace and hash, and a NUL is refused as PostgreSQL does', async () => {
  const store = new MemoryRunStore();
  await store.savePayload(localWorkspace, 'h', '"x"');
  expect(await store.readPayload(localWorkspace, 'h')).toBe('"x"');
  expect(await store.readPayload(workspaceId('other'), 'h')).toBeUndefined();
  await expect(store.savePayload(localWorkspace, 'nul', '\0')).rejects.toThrow('NUL');
});
