import { expect, test } from 'vitest';
import type { WorkflowRow } from '#components/pages/home/home-data.ts';
import { filterRows, rowFilters } from './filter-rows.ts';

const row = (workflowId: string, status?: 'failed' | 'waiting' | 'succeeded'): WorkflowRow => {
  const lastRun = status && ({ status } as WorkflowRow['lastRun']);
  return { workflowId, name: workflowId, savedAt: '', content: undefined, lastRun, recentRuns: lastRun ? [lastRun] : [] };
};

test('each filter keeps the rows of its kind', () => {
  const rows = [row('a', 'failed'), row('b', 'waiting'), row('c', 'succeeded'), row('d')];
  const kept = rowFilters.map((filter) =>
    filterRows({ rows, live: new Set(['a', 'd']) }, filter).map(({ workflowId }) => workflowId),
  );
  expect(kept).toEqual([['a', 'b', 'c', 'd'], ['a', 'd'], ['a'], ['b']]);
});
