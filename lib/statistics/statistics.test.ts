import { expect, test } from 'vitest';
import { differenceOf, meanInterval, shareInterval, trialsToDecide, verdictOf } from './intervals.ts';
import { addToSketch, emptySketch, mergeIntoSketch, quantile, quantileInterval, type Sketch, storedSketch } from './sketch.ts';

const sketchOf = (values: readonly number[]): Sketch => {
  const sketch = emptySketch();
  for (const value of values) addToSketch(sketch, value);
  return sketch;
};
const exact = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? Number.NaN;

test('quantiles of a sketch are at most 2 % off, also after it was stored in parts and merged', () => {
  const values = Array.from({ length: 5000 }, (_, index) => 3 + ((index * 7919) % 5000) ** 1.7);
  const merged = emptySketch();
  for (let part = 0; part < 5; part++) mergeIntoSketch(merged, storedSketch(sketchOf(values.filter((_, at) => at % 5 === part))));
  for (const share of [0.01, 0.5, 0.95, 0.99]) {
    const found = quantile(merged, share) ?? 0;
    expect(Math.abs(found / exact(values, share) - 1)).toBeLessThan(0.0201);
  }
  expect(quantile(emptySketch(), 0.5)).toBeNull();
  expect(quantile(sketchOf([0]), 0.5)).toBeLessThan(0.02);
  expect(quantile(sketchOf([1e20]), 0.5)).toBeGreaterThan(1e11);
});

test('the interval of a median by order statistics contains the true median in 95 of 100 samples', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  let hits = 0;
  for (let sample = 0; sample < 400; sample++) {
    const values = Array.from({ length: 200 }, () => -1000 * Math.log(1 - random()));
    const found = quantileInterval(sketchOf(values), 0.5);
    if (found && found.low <= 693.1 && found.high >= 693.1) hits++;
  }
  expect(hits / 400).toBeGreaterThan(0.93);
  expect(quantileInterval(sketchOf(Array.from({ length: 90 }, () => 5)), 0.95)).toBeNull();
});

test('the interval of a difference of shares is that of Newcombe, table II, example (a)', () => {
  // 56/70 and 48/80: method 10 gives 0.0524 to 0.3339
  const found = differenceOf(shareInterval(56, 70), shareInterval(48, 80));
  expect(found?.value).toBeCloseTo(0.2, 4);
  expect(found?.low).toBeCloseTo(0.0524, 4);
  expect(found?.high).toBeCloseTo(0.3339, 4);
  expect(verdictOf(found, { isMoreBetter: true })).toBe('better');
  expect(verdictOf(found, { isMoreBetter: false })).toBe('worse');
  expect(verdictOf(differenceOf(shareInterval(5, 10), shareInterval(4, 10)), { isMoreBetter: true })).toBe('none');
  expect(shareInterval(0, 0)).toBeNull();
});

test('how many runs are still needed, and that a mean of few values has no interval', () => {
  const more = trialsToDecide({ hits: 183, of: 190 }, { hits: 16_640, of: 17_120 });
  expect(more).toBeGreaterThan(500);
  expect(trialsToDecide({ hits: 5, of: 10 }, { hits: 5, of: 10 })).toBeNull();
  expect(meanInterval({ count: 29, sum: 29, sumOfSquares: 29 })).toBeNull();
  expect(meanInterval({ count: 100, sum: 100, sumOfSquares: 199 })?.high).toBeCloseTo(1.196, 2);
});
