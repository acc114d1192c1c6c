import { expect, test } from 'vitest';
import { MemoryDatabase, MemoryRunStore } from './memory-run-store.ts';
import { makeBatch, makeEvents } from './run-batch.ts';

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
  await before.append([makeBatch({ runId: 'r' }), makeBatch({ runId: 'ended', status: 'failed' })]);
  expect(await after.claimLostRuns(10)).toEqual([]);
  before.expireLeases();
  expect((await before.append([makeBatch({ runId: 'r', events: makeEvents(2, 2) })])).size).toBe(1);
  expect(await after.claimLostRuns(10)).toMatchObject([{ runId: 'r', leaseToken: 2, lastSeq: 2, createdAtMs: 42 }]);
  expect(await after.claimLostRuns(10)).toEqual([]);
  expect((await before.append([makeBatch({ runId: 'r', events: makeEvents(3, 3) })])).size).toBe(0);
  expect((await after.append([makeBatch({ runId: 'r', events: makeEvents(3, 3), leaseToken: 2 })])).size).toBe(1);
});
