import { expect, test } from 'vitest';
import { aim, median } from './aims.ts';

test('an upper bound holds up to and at the bound', () => {
  expect(aim('ratio', 0.2, { atMost: 0.2 })).toEqual({ name: 'ratio', value: 0.2, aim: 0.2, holds: true });
  expect(aim('ratio', 0.21, { atMost: 0.2 }).holds).toBe(false);
});

test('a lower bound holds from the bound on', () => {
  expect(aim('workflows', 10_000, { atLeast: 10_000 }).holds).toBe(true);
  expect(aim('workflows', 9_999, { atLeast: 10_000 }).holds).toBe(false);
});

test('a measurement that failed never holds', () => {
  expect(aim('ms', median([]), { atMost: 1 }).holds).toBe(false);
  expect(aim('ms', Number.NaN, { atLeast: 0 }).holds).toBe(false);
});

test('the median of several starts is the middle one, in any order', () => {
  expect(median([900, 100, 200])).toBe(200);
});
