import { expect, test } from 'vitest';
import { formatDuration, formatElapsed } from './format-duration.ts';

test.each([
  [0, '0 ms'],
  [2.4, '2 ms'],
  [84, '0.08 s'],
  [842, '0.84 s'],
  [10_560, '10.56 s'],
  [161_000, '2 m 41 s'],
  [3_599_400, '59 m 59 s'],
  [3_599_900, '1 h 0 m'],
  [10_080_000, '2 h 48 m'],
])('%d milliseconds read as %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text);
});

test('what is not over reads in whole seconds', () => {
  expect([-5, 0, 49_900, 99_999, 161_400].map(formatElapsed)).toEqual(['0 s', '0 s', '49 s', '99 s', '2 m 41 s']);
});
