import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import type { RunBatch } from '#lib/ports/run-store.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import { GroupCommit } from './group-commit.ts';
import { RunLog } from './run-log.ts';

const event = { type: 'content', nodeId: 'ask', content: 'Hello' } as const;

/** A store whose appends wait until the test ends them. */
function makeStore() {
  const appends: { readonly runIds: string[]; end(): void }[] = [];
  const append = (batches: readonly RunBatch[]) => {
    const { promise, resolve } = Promise.withResolvers<ReadonlySet<string>>();
    const runIds = batches.map(({ runId }) => runId);
    appends.push({ runIds, end: () => resolve(new Set(runIds)) });
    return promise;
  };
  return { appends, store: { append, readEvents: async () => [] } };
}

function openLog(committer: GroupCommit, runId: string): RunLog {
  const identity = {
    runId,
    workspaceId: workspaceId('ws_test'),
    workflowId: null,
    workflowName: 'Test',
    documentHash: 'hash',
    mode: 'sync',
    inputs: '{}',
    nodeId: null,
  } as unknown as RunLog['identity'];
  return new RunLog({ identity, leaseToken: 1, lastSeq: 0, committer, clock: { now: () => 0 }, onFailure: () => {} });
}

test('while a commit is slow, a second one takes what came meanwhile, however much that is', async () => {
  const { appends, store } = makeStore();
  const committer = new GroupCommit(store, { publish: () => {} }, { maxInFlight: 2 });
  const logs = Array.from({ length: 70 }, (_, index) => openLog(committer, `run_${index}`));
  for (const log of logs) log.emit(event, { isUrgent: true });
  await expect.poll(() => appends.map(({ runIds }) => runIds.length)).toEqual([64, 6]);
});

test('while a commit is quick, the next one gathers', async () => {
  const { appends, store } = makeStore();
  const committer = new GroupCommit(store, { publish: () => {} }, { maxInFlight: 2 });
  const [first, second, third] = ['a', 'b', 'c'].map((id) => openLog(committer, id)) as [RunLog, RunLog, RunLog];
  first.emit(event, { isUrgent: true });
  await expect.poll(() => appends.length).toBe(1);
  second.emit(event, { isUrgent: true });
  third.emit(event, { isUrgent: true });
  appends[0]?.end();
  await expect.poll(() => appends.map(({ runIds }) => runIds)).toEqual([['a'], ['b', 'c']]);
});

test('parts of a text are urgent for a run with a reader alone', async () => {
  const { appends, store } = makeStore();
  const committer = new GroupCommit(store, { publish: () => {} }, { isWatched: (runId) => runId === 'read' });
  openLog(committer, 'unread').emit(event, { isUrgent: 'for-readers' });
  openLog(committer, 'read').emit(event, { isUrgent: 'for-readers' });
  await expect.poll(() => appends.map(({ runIds }) => runIds)).toEqual([['read']]);
  appends[0]?.end();
  await expect.poll(() => appends.map(({ runIds }) => runIds)).toEqual([['read'], ['unread']]);
});

test('waiting for a commit in flight causes no further commit', async () => {
  const { appends, store } = makeStore();
  const committer = new GroupCommit(store, { publish: () => {} });
  const log = openLog(committer, 'run');
  log.emit(event, { isUrgent: true });
  await expect.poll(() => appends.length).toBe(1);
  const stored = log.committed();
  appends[0]?.end();
  await stored;
  const other = openLog(committer, 'other');
  other.emit(event, { isUrgent: true });
  await expect.poll(() => appends.map(({ runIds }) => runIds)).toEqual([['run'], ['other']]);
});

test('a commit belongs to none of the requests whose events it stores', async () => {
  const request = new AsyncLocalStorage<string>();
  const contexts: (string | undefined)[] = [];
  const append = async () => {
    contexts.push(request.getStore());
    return new Set<string>();
  };
  const committer = new GroupCommit({ append, readEvents: async () => [] }, { publish: () => {} });
  for (const isUrgent of [true, false])
    request.run('a request', () => openLog(committer, `run ${isUrgent}`).emit(event, { isUrgent }));
  await expect.poll(() => contexts.length).toBe(2);
  expect(contexts).toEqual([undefined, undefined]);
});
