import { expect, test } from 'vitest';
import type { RunEvent } from '#lib/run/run-event.ts';
import { onRunEnds } from './on-run-ends.ts';

const done = { type: 'done' } as RunEvent;
const started = { type: 'node_started' } as RunEvent;

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
