import { expect, test } from 'vitest';
import { nodeInterval, runAxis } from './run-axis.ts';

const START_MS = Date.parse('2026-11-21T10:00:00.000Z');
const after = (ms: number) => new Date(START_MS + ms).toISOString();

test('before the run the axis begins now and has next to no length', () => {
  expect(runAxis({ status: 'queued' }, START_MS)).toEqual({ startedMs: START_MS, endMs: START_MS, spanMs: 1 });
});

test('the axis of a running run extends beyond the present', () => {
  const { endMs, spanMs } = runAxis({ status: 'running', startedAt: after(0) }, START_MS + 700);
  expect(endMs).toBe(START_MS + 700);
  expect(spanMs).toBeCloseTo(1000);
});

test('once the run has ended the axis is as long as it was', () => {
  const run = { status: 'succeeded', startedAt: after(0), finishedAt: after(400) } as const;
  expect(runAxis(run, START_MS + 9000)).toEqual({ startedMs: START_MS, endMs: START_MS + 400, spanMs: 400 });
});

test('a moment of the run is on the axis of the whole run', () => {
  const run = { status: 'running', startedAt: after(0), moment: { atMs: START_MS + 100, axisMs: 400 } } as const;
  expect(runAxis(run, START_MS + 9000)).toEqual({ startedMs: START_MS, endMs: START_MS + 100, spanMs: 400 });
});

test('an unfinished node extends to the end of the axis; one that has not started is not on it', () => {
  const axis = { startedMs: START_MS, endMs: START_MS + 300, spanMs: 400 };
  expect(nodeInterval({ startedAt: after(100) }, axis)).toEqual({ from: 0.25, to: 0.75 });
  expect(nodeInterval({ startedAt: after(100), finishedAt: after(200) }, axis)).toEqual({ from: 0.25, to: 0.5 });
  expect(nodeInterval({}, axis)).toBeUndefined();
});
