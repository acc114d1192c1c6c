import { expect, test } from 'vitest';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { onRunEnds } from './on-run-ends.ts';

const done: StoredEvent = { seq: 2, type: 'done', json: '{}' };
const started: StoredEvent = { seq: 1, type: 'node_started', json: '{}' };

test('the end of a run that is to be remembered is noticed once, and that of any other run not at all', () => {
  const open = new Set(['run_1']);
  const published: string[] = [];
  let ends = 0;
  const publisher = onRunEnds({ publish: (runId) => void published.push(runId) }, open, () => ends++);
  publisher.publish('run_1', [started]);
  publisher.publish('run_2', [started, done]);
  expect([ends, open.size]).toEqual([0, 1]);
  publisher.publish('run_1', [done]);
  publisher.publish('run_1', [done]);
  expect([ends, open.size]).toEqual([1, 0]);
  expect(published).toHaveLength(4);
});
