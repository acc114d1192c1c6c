import { expect, test } from 'vitest';
import { LiveRuns, type RunQuery, type RunRow } from './live-runs.ts';

const rowOf = (number: number, status: RunRow['status'] = 'succeeded'): RunRow => ({
  runId: `run_${number}`,
  workflowId: 'wf',
  workflowName: 'W',
  mode: 'draft',
  slug: null,
  version: null,
  nodeId: null,
  forkOf: null,
  inputsPreview: '',
  status,
  queuePosition: null,
  reason: null,
  tokensUsed: 0,
  costUsd: null,
  isCostPartial: false,
  createdAt: new Date(number * 1000).toISOString(),
  startedAt: null,
  finishedAt: null,
  error: null,
});

/** An API with these runs; the page size is the one asked for. */
function makeApi(numbers: readonly number[]) {
  const runs = new Map(numbers.map((number) => [`run_${number}`, rowOf(number)]));
  const queries: RunQuery[] = [];
  let isDown = false;
  return {
    runs,
    queries,
    setDown(down: boolean) {
      isDown = down;
    },
    begin: (number: number, status: RunRow['status'] = 'running') => void runs.set(`run_${number}`, rowOf(number, status)),
    client: {
      async listRuns({ query = {} }: { query?: RunQuery } = {}) {
        queries.push(query);
        if (isDown) throw new Error('no answer');
        const ids = query.runIds?.split(',');
        const after = query.cursor === undefined ? Number.POSITIVE_INFINITY : Number(query.cursor);
        const numberOf = ({ runId }: RunRow) => Number(runId.slice(4));
        const fitting = [...runs.values()]
          .filter((row) => (ids ? ids.includes(row.runId) : numberOf(row) < after))
          .toSorted((a, b) => numberOf(b) - numberOf(a));
        const items = fitting.slice(0, Number(query.limit));
        const last = items.at(-1);
        return { items, nextCursor: fitting.length > items.length && last ? String(numberOf(last)) : null };
      },
    },
  };
}

async function open(api: ReturnType<typeof makeApi>) {
  let mayMove = true;
  const first = await api.client.listRuns({ query: { limit: 50 } });
  const live = new LiveRuns(first, { client: api.client, queryNow: () => ({ status: 'failed' }), mayMove: () => mayMove });
  const hold = () => {
    mayMove = false;
  };
  return { live, hold, ids: () => live.read().rows.map(({ runId }) => Number(runId.slice(4))) };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('new runs come on top, and those that are there change where they stand', async () => {
  const api = makeApi([1, 2]);
  api.begin(2);
  const { live, ids } = await open(api);
  api.begin(3);
  api.begin(2, 'failed');
  await live.poll();
  expect(ids()).toEqual([3, 2, 1]);
  expect(live.read().rows[1]?.status).toBe('failed');
  expect(api.queries.at(-1)).toMatchObject({ status: 'failed', limit: 50 });
});

test('a deleted run leaves the list, also when a response that is on its way still has it', async () => {
  const api = makeApi([1, 2, 3]);
  const { live, ids } = await open(api);
  live.remove(['run_2']);
  expect(ids()).toEqual([3, 1]);
  await live.poll();
  expect(ids()).toEqual([3, 1]);
});

test('while the pointer is over the list nothing moves, and new rows are shown on demand', async () => {
  const api = makeApi([1]);
  const { live, hold, ids } = await open(api);
  hold();
  api.begin(2);
  await live.poll();
  api.begin(3);
  await live.poll();
  expect(ids()).toEqual([1]);
  expect(live.read().held.map(({ runId }) => runId)).toEqual(['run_3', 'run_2']);
  live.showHeld();
  expect(ids()).toEqual([3, 2, 1]);
  expect(live.read().held).toEqual([]);
});

test('a run in progress is refreshed when it is no longer on the first page', async () => {
  const api = makeApi([]);
  api.begin(1);
  const { live } = await open(api);
  for (const number of range(2, 40)) api.begin(number, 'succeeded');
  await live.poll();
  for (const number of range(41, 80)) api.begin(number, 'succeeded');
  api.begin(1, 'failed');
  await live.poll();
  expect(live.read().rows.at(-1)).toMatchObject({ runId: 'run_1', status: 'failed' });
  expect(live.read().rows).toHaveLength(80);
});

test('after more runs than a page has there is no gap: the list begins again', async () => {
  const api = makeApi(range(1, 10));
  const { live, hold, ids } = await open(api);
  hold();
  for (const number of range(11, 200)) api.begin(number, 'succeeded');
  await live.poll();
  expect(live.read().isGap).toBe(true);
  expect(ids()).toEqual(range(1, 10).toReversed());
  live.showHeld();
  expect(ids()).toEqual(range(151, 200).toReversed());
  await live.loadMore();
  expect(ids()).toEqual(range(101, 200).toReversed());
});

test('pages follow each other without a run twice, also for two clicks at once', async () => {
  const api = makeApi(range(1, 120));
  const { live, ids } = await open(api);
  await Promise.all([live.loadMore(), live.loadMore()]);
  expect(ids()).toEqual(range(21, 120).toReversed());
  await live.loadMore();
  expect(ids()).toEqual(range(1, 120).toReversed());
  expect(live.read().nextCursor).toBeNull();
});

test('a server that is down leaves the list unchanged, and the next answer clears the error', async () => {
  const api = makeApi(range(1, 60));
  const { live, ids } = await open(api);
  api.setDown(true);
  await live.poll();
  await live.loadMore();
  expect(live.read()).toMatchObject({ isLost: true, problem: 'no answer', isLoadingMore: false });
  expect(ids()).toHaveLength(50);
  api.setDown(false);
  await live.poll();
  await live.loadMore();
  expect(live.read()).toMatchObject({ isLost: false, problem: undefined });
  expect(ids()).toHaveLength(60);
});
