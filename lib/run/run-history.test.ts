import { expect, test } from 'vitest';
import type { PublicEvent } from './public-event.ts';
import { reduceRunEvents } from './reduce-run.ts';
import { RunHistory } from './run-history.ts';
import { initialRunState } from './run-state.ts';

const START_MS = Date.parse('2026-11-22T10:00:00.000Z');

/** A run of this many words, a hundred a node, one every ten milliseconds. */
function longRun(count: number): PublicEvent[] {
  return Array.from({ length: count }, (_, index): PublicEvent => {
    const base = { runId: 'r', seq: index + 1, at: new Date(START_MS + index * 10).toISOString() };
    const nodeId = `n${Math.floor(index / 100)}`;
    if (index === 0) return { ...base, type: 'run_started' };
    return index % 100 === 1
      ? { ...base, type: 'node_started', nodeId, attempt: 1 }
      : { ...base, type: 'content', nodeId, content: 'word ' };
  });
}

const events = longRun(2300);

test.each([0, 1, 499, 500, 501, 1234, 2000, 2300])('the run after %i events is what reading them gives', (count) => {
  expect(new RunHistory(events).stateAfter(count)).toEqual(reduceRunEvents(initialRunState, events.slice(0, count)));
});

test('any order of looking gives the same, and beyond the ends there is nothing', () => {
  const history = new RunHistory(events);
  const late = history.stateAfter(2100);
  expect(history.stateAfter(3).lastSeq).toBe(3);
  expect(history.stateAfter(2100)).toEqual(late);
  expect(history.stateAfter(-5)).toEqual(initialRunState);
  expect(history.stateAfter(9999).lastSeq).toBe(2300);
});

test('a moment is found by its time and by the number of its event', () => {
  const history = new RunHistory(events);
  expect(history.countAt(START_MS - 1)).toBe(0);
  expect(history.countAt(START_MS)).toBe(1);
  expect(history.countAt(START_MS + 15)).toBe(2);
  expect(history.countAt(START_MS + 1_000_000)).toBe(2300);
  expect(history.countOfSeq(700)).toBe(700);
  // what a reader may not see is missing from the log
  expect(new RunHistory(events.filter(({ seq }) => seq !== 3)).countOfSeq(3)).toBe(2);
});

test('events that come later are part of it', () => {
  const growing = events.slice(0, 400);
  const history = new RunHistory(growing);
  expect(history.stateAfter(1000).lastSeq).toBe(400);
  growing.push(...events.slice(400));
  expect(history.stateAfter(1000).lastSeq).toBe(1000);
});
