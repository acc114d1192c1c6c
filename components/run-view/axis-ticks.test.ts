import { expect, test } from 'vitest';
import { hasRoomForLabel, labelEvery, tickLabel, ticksOf } from './axis-ticks.ts';

const DAY_MS = 86_400_000;

const labels = (axisMs: number) => {
  const ticks = ticksOf(axisMs);
  return ticks.map((tickMs) => tickLabel(tickMs, ticks[1] ?? 0));
};

test.each([7, 100, 950, 12_345, 59_000, 100_000, 3_600_000, 40_000_000, DAY_MS, 40 * DAY_MS])(
  'an axis of %d ms has a few ticks',
  (axisMs) => {
    const ticks = ticksOf(axisMs);
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.length).toBeLessThanOrEqual(7);
  },
);

test('ticks are round in their unit, for any length of the run', () => {
  expect(labels(100)).toEqual(['0 s', '20 ms', '40 ms', '60 ms', '80 ms', '100 ms']);
  expect(labels(2500)).toEqual(['0 s', '500 ms', '1 s', '1.5 s', '2 s', '2.5 s']);
  expect(labels(82_000)).toEqual(['0 s', '20 s', '40 s', '60 s', '80 s']);
  expect(labels(3_600_000)).toEqual(['0 s', '10 m', '20 m', '30 m', '40 m', '50 m', '60 m']);
  expect(labels(30 * 3_600_000)).toEqual(['0 s', '6 h', '12 h', '18 h', '24 h', '30 h']);
  expect(labels(9 * DAY_MS)).toEqual(['0 s', '2 d', '4 d', '6 d', '8 d']);
});

test('a label is shown only where it fits, the first one always', () => {
  expect(hasRoomForLabel(0)).toBe(true);
  expect(hasRoomForLabel(0.7)).toBe(true);
  // 200 ms of 230 ms: what was left of it on a page 1440 pixels wide was `200`.
  expect(hasRoomForLabel(200 / 230)).toBe(false);
});

test('ticks that are close together share a label', () => {
  expect([60, 44, 30, 12, 0].map(labelEvery)).toEqual([1, 1, 2, 4, 44]);
});
