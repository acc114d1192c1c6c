import { expect, test } from 'vitest';
import { combineStates, readCombined, writeCombined } from './combined-state.ts';

test.each([
  [[undefined, undefined], false, { state: 'queued', ended: 0 }],
  [['succeeded', undefined], false, { state: 'running', ended: 1 }],
  [['succeeded', 'running'], false, { state: 'running', ended: 1 }],
  [['running', 'waiting'], false, { state: 'waiting', ended: 0 }],
  [['failed', 'running', 'succeeded'], false, { state: 'failed', ended: 2 }],
  [['succeeded', 'skipped'], true, { state: 'succeeded', ended: 2 }],
  [['skipped', 'skipped'], true, { state: 'skipped', ended: 2 }],
  [['succeeded', undefined], true, { state: 'succeeded', ended: 1 }],
  [['cancelled', 'succeeded'], true, { state: 'cancelled', ended: 2 }],
] as const)('%j, run over: %s', (states, isOver, combined) => {
  expect(combineStates(states, isOver)).toEqual(combined);
  expect(readCombined(writeCombined(combineStates(states, isOver)))).toEqual(combined);
});

test('nodes that an ended run never reached have no state', () => {
  expect(combineStates([undefined, undefined], true)).toBeUndefined();
  expect(readCombined('')).toBeUndefined();
});
