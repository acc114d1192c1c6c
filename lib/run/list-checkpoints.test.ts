import { expect, test } from 'vitest';
import { readFixtureLog } from '#tests/support/read-fixture-log.ts';
import { isCheckpointEvent, listCheckpoints } from './list-checkpoints.ts';
import { readStoredEvent } from './read-stored-event.ts';
import type { RunEvent } from './run-event.ts';

const ended = (nodeId: string, seq: number): RunEvent => ({
  seq,
  at: seq,
  v: 1,
  type: 'node_finished',
  nodeId,
  status: 'succeeded',
  executionTimeMs: 1,
});
const began = (nodeId: string, seq: number): RunEvent => ({
  seq,
  at: seq,
  v: 1,
  type: 'node_started',
  nodeId,
  attempt: 1,
  inputs: null,
});

test('what a fork took over is one moment; the rest are its own', () => {
  const events = readFixtureLog('forked').flatMap((event) => readStoredEvent(event) ?? []);
  expect(listCheckpoints(events).map(({ seq, reason, nodeId }) => [seq, nodeId ?? reason])).toEqual([
    [1, 'start'],
    [2, 'forked'],
    [3, 'draft'],
    [4, 'check'],
    [5, 'waiting'],
    [9, 'check'],
    [11, 'end'],
    [12, 'end'],
  ]);
});

test('an iteration begins before the first of its nodes does, once', () => {
  const events = [began('each', 1), began('each[0]/a', 2), ended('each[0]/a', 3), began('each[0]/b', 4), began('each[1.2]/a', 5)];
  expect(listCheckpoints(events).filter(({ reason }) => reason === 'pass_started')).toEqual([
    { seq: 1, at: 2, reason: 'pass_started', nodeId: 'each', pass: 0 },
    { seq: 4, at: 5, reason: 'pass_started', nodeId: 'each', pass: 1 },
  ]);
});

test('nothing but what tells of one need be read', () => {
  const all = readFixtureLog('tools-and-approval');
  const read = (events: typeof all) => listCheckpoints(events.flatMap((event) => readStoredEvent(event) ?? []));
  expect(read(all.filter(isCheckpointEvent))).toEqual(read(all));
  expect(read(all).map(({ reason }) => reason)).toContain('waiting');
});
