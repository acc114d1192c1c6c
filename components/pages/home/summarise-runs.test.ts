import { expect, test } from 'vitest';
import { type ListedRun, summariseRuns } from './summarise-runs.ts';

const run = (seconds: number | null, more: Partial<ListedRun> = {}): ListedRun => ({
  status: 'succeeded',
  tokensUsed: 10,
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: seconds === null ? null : new Date(Date.parse('2026-01-01T00:00:00.000Z') + seconds * 1000).toISOString(),
  ...more,
});

test('the median is that of the runs that have ended', () => {
  expect(summariseRuns([run(1), run(9), run(2), run(null, { status: 'running' })])).toMatchObject({ count: 4, medianMs: 2000 });
  expect(summariseRuns([run(1), run(4)]).medianMs).toBe(2500);
  expect(summariseRuns([run(null)]).medianMs).toBeUndefined();
});

test('tokens are summed, failures counted, and cost is only known where a model has a price', () => {
  expect(summariseRuns([run(1, { status: 'failed' }), run(1)])).toMatchObject({ tokens: 20, failedCount: 1, costUsd: undefined });
  expect(summariseRuns([run(1, { costUsd: 0.5 }), run(1, { costUsd: null }), run(1, { costUsd: 0.25 })]).costUsd).toBe(0.75);
  expect(summariseRuns([])).toEqual({ count: 0, failedCount: 0, medianMs: undefined, tokens: 0, costUsd: undefined });
});
