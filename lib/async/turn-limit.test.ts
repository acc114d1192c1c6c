import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TurnLimit } from './turn-limit.ts';

test('of many tasks a few begin in each turn of the event loop, in their order', async () => {
  const limit = new TurnLimit(2);
  const begun: number[] = [];
  const begin = async (task: number) => {
    await limit.enter();
    begun.push(task);
  };
  const all = Promise.all([1, 2, 3, 4, 5, 6, 7].map(begin));
  await Promise.resolve();
  expect(begun).toEqual([1, 2]);
  const perTurn: number[] = [];
  while (begun.length < 7) {
    await setImmediate();
    perTurn.push(begun.length);
  }
  await all;
  expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(perTurn.every((count, turn) => count <= 2 * (turn + 2))).toBe(true);
  expect(perTurn.length).toBeGreaterThan(1);
});

test('a task that begins alone waits for nothing', async () => {
  const limit = new TurnLimit(1);
  expect(limit.enter()).toBeUndefined();
  await setImmediate();
  expect(limit.enter()).toBeUndefined();
  expect(limit.enter()).toBeInstanceOf(Promise);
});
