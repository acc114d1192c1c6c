import { expect, test } from 'vitest';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { reduceRunEvents } from '#lib/run/reduce-run.ts';
import { initialRunState } from '#lib/run/run-state.ts';
import { waitedMsOf } from './run-waits.ts';

type Logged =
  | { type: 'run_started' }
  | { type: 'run_resumed'; reason: 'decided' }
  | { type: 'done'; status: 'waiting' | 'cancelled' | 'succeeded' };
const waits: Logged = { type: 'done', status: 'waiting' };
const resumes: Logged = { type: 'run_resumed', reason: 'decided' };

/** The run after these events, each with its time in milliseconds. */
function runOf(...logged: [number, Logged][]) {
  const events = logged.map(([atMs, event], index) => ({
    runId: 'run_1',
    seq: index + 1,
    at: new Date(atMs).toISOString(),
    ...event,
  }));
  return reduceRunEvents(initialRunState, events as PublicEvent[]);
}

test('waiting time is from each wait to the next resume', () => {
  const run = runOf([150, waits], [350, resumes], [360, waits], [400, { type: 'done', status: 'cancelled' }]);
  expect(waitedMsOf(run, 1000)).toBe(240);
});

test('an open wait lasts until now', () => {
  expect(waitedMsOf(runOf([150, waits]), 400)).toBe(250);
});

test('a run without a wait has no waiting time', () => {
  expect(waitedMsOf(runOf([0, { type: 'run_started' }], [200, { type: 'done', status: 'succeeded' }]), 400)).toBe(0);
});
