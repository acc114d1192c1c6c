import { expect, test } from 'vitest';
import type { LogLine } from '#lib/run/run-state.ts';
import { readLogTimes } from './read-log-times.ts';

/** Lines of a log from `[milliseconds, type, node, more]`. */
function timesOf(...lines: [number, string, (string | undefined)?, Partial<LogLine>?][]) {
  const log = lines.map(([atMs, type, nodeId, more], index) => ({
    ...{ seq: index + 1, at: new Date(atMs).toISOString(), type, ...more },
    ...(nodeId && { nodeId }),
  }));
  return readLogTimes({ log });
}

test('a node waits from the first question to the last answer, and again when it asks again', () => {
  const { waits } = timesOf(
    [100, 'confirm_required', 'agent'],
    [200, 'confirm_required', 'agent'],
    [300, 'approval_decided', 'agent'],
    [500, 'approval_decided', 'agent'],
    [700, 'confirm_required', 'agent'],
  );
  expect(waits.get('agent')).toEqual([{ fromMs: 100, toMs: 500 }, { fromMs: 700 }]);
});

test('a question of a worker lets its node wait, and the end of the node ends the wait', () => {
  const { waits } = timesOf([100, 'confirm_required', 'agent', { agent: 'researcher' }], [400, 'node_finished', 'agent']);
  expect(waits.get('agent')).toEqual([{ fromMs: 100, toMs: 400 }]);
});

test('the run waits from where it stood still to where it went on', () => {
  const { runWaits } = timesOf(
    [100, 'confirm_required', 'approve'],
    [150, 'done', undefined, { status: 'waiting' }],
    [350, 'run_resumed'],
    [360, 'done', undefined, { status: 'waiting' }],
  );
  expect(runWaits).toEqual([{ fromMs: 150, toMs: 350 }, { fromMs: 360 }]);
});

test('the first words and the next attempt are those of the latest attempt of the node itself', () => {
  const { firstWords, retries } = timesOf(
    [100, 'node_started', 'agent'],
    [110, 'content', 'agent'],
    [120, 'node_retried', 'agent', { attempt: 1, delayMs: 50 }],
    [170, 'node_started', 'agent'],
    [180, 'content', 'agent', { agent: 'researcher' }],
    [190, 'content', 'agent'],
    [200, 'node_retried', 'agent', { attempt: 2, delayMs: 60 }],
  );
  expect(firstWords.get('agent')).toBe(190);
  expect(retries.get('agent')).toEqual({ attempt: 3, delayMs: 60 });
});
