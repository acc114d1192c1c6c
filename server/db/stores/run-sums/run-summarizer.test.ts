import { expect, test } from 'vitest';
import type { RunsToCount } from './read-run-facts.ts';
import type { RunSumStore } from './run-sum-store.ts';
import { RunSummarizer } from './run-summarizer.ts';

test('an event that cannot be read stops neither the run nor its count', async () => {
  const errors: unknown[] = [];
  const counted: RunsToCount[] = [];
  const store = { add: async (runs: RunsToCount) => void counted.push(runs) } as unknown as RunSumStore;
  const summaries = new RunSummarizer({ store, now: Date.now, onError: (error) => errors.push(error) });
  const seen: string[] = [];
  const hub = summaries.countThrough({ publish: (runId) => void seen.push(runId) });
  hub.publish('run_1', [{ seq: 1, type: 'node_finished', json: '{' }]);
  hub.publish('run_1', [{ seq: 2, type: 'done', json: '{"type":"done","at":1,"status":"succeeded"}' }]);
  await summaries.flush();
  expect(seen).toEqual(['run_1', 'run_1']);
  expect(errors).toHaveLength(1);
  // Its log is read instead.
  expect(counted).toEqual([new Map([['run_1', undefined]])]);
});
