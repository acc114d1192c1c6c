import { expect, test } from 'vitest';
import type { LogLine } from '#lib/run/run-state.ts';
import { waitedMsOf } from './run-waits.ts';

/** Lines of a log from `[milliseconds, type, status]`. */
function logOf(...lines: [number, string, string?][]): LogLine[] {
  return lines.map(([atMs, type, status], index) => ({
    ...{ seq: index + 1, at: new Date(atMs).toISOString(), type },
    ...(status && { status }),
  }));
}

test('a run waits from where it stood still to where it went on, each time', () => {
  const log = logOf(
    [100, 'confirm_required'],
    [150, 'done', 'waiting'],
    [350, 'run_resumed'],
    [360, 'done', 'waiting'],
    [400, 'done', 'cancelled'],
  );
  expect(waitedMsOf({ log }, 1000)).toBe(240);
});

test('a wait that goes on lasts until now', () => {
  expect(waitedMsOf({ log: logOf([150, 'done', 'waiting']) }, 400)).toBe(250);
});

test('a run that nobody was asked about has not waited', () => {
  expect(waitedMsOf({ log: logOf([0, 'run_started'], [90, 'node_started'], [200, 'done', 'succeeded']) }, 400)).toBe(0);
});
