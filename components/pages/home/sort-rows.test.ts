import { expect, test } from 'vitest';
import type { WorkflowRow } from '#components/pages/home/home-data.ts';
import { sortRows } from './sort-rows.ts';

const row = (name: string, savedAt: string, nodeCount?: number): WorkflowRow => ({
  workflowId: name,
  name,
  savedAt,
  lastRun: undefined,
  recentRuns: [],
  content: nodeCount === undefined ? undefined : { description: '', nodeCount, picture: { boxes: [], lines: [] } },
});
const rows = [
  row('flow 10', '2026-01-02T00:00:00Z', 3),
  row('Flow 9', '2026-01-03T00:00:00Z'),
  row('émile', '2026-01-01T00:00:00Z', 7),
];
const names = (sorted: readonly WorkflowRow[]) => sorted.map(({ name }) => name);

test('the last saved one comes first', () => {
  expect(names(sortRows(rows, 'saved', 'en'))).toEqual(['Flow 9', 'flow 10', 'émile']);
});

test('names are sorted naturally: numbers by value, case-insensitively', () => {
  expect(names(sortRows(rows, 'name', 'en'))).toEqual(['émile', 'Flow 9', 'flow 10']);
});

test('the largest comes first, and an unreadable one last', () => {
  expect(names(sortRows(rows, 'nodes', 'en'))).toEqual(['émile', 'flow 10', 'Flow 9']);
});

test('the given list stays as it was', () => {
  sortRows(rows, 'name', 'en');
  expect(names(rows)).toEqual(['flow 10', 'Flow 9', 'émile']);
});
