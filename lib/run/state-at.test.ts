import { expect, test } from 'vitest';
import { readFixtureLog } from '#tests/support/read-fixture-log.ts';
import { readStoredEvent } from './read-stored-event.ts';
import { stateAt } from './state-at.ts';

const events = readFixtureLog('forked').flatMap((event) => readStoredEvent(event) ?? []);
const at = (seq: number) => stateAt(events.filter((event) => event.seq <= seq));

test('the state at a moment has the nodes that had started by then, with their status of then', () => {
  const { status, nodes } = at(8);
  expect(status).toBe('running');
  expect([...nodes.values()].map(({ nodeId, status: node }) => `${nodeId} ${node}`)).toEqual([
    'start succeeded',
    'draft succeeded',
    'check running',
  ]);
  expect(nodes.get('start')?.end?.reused).toBeDefined();
  expect(nodes.get('check')?.inputs).toEqual({ template: 'checked: a better draft' });
});

test('a paused run waits, and so does the node behind the breakpoint', () => {
  expect(at(5)).toMatchObject({ status: 'waiting' });
  expect(at(5).nodes.get('check')?.status).toBe('waiting');
  expect(at(12).status).toBe('succeeded');
});
