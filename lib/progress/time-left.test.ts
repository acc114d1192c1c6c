import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Estimate, nextEstimate, roundTimeLeft, startEstimate } from './time-left.ts';

const SECOND = 1000;

/** Estimates at each second, of work whose amount at each second is given. */
function follow(amounts: readonly number[], total: number | undefined): Estimate[] {
  let estimate = startEstimate({ done: amounts[0] ?? 0, total, atMs: 0 });
  return amounts.slice(1).map((done, index) => {
    estimate = nextEstimate(estimate, { done, total, atMs: (index + 1) * SECOND });
    return estimate;
  });
}
const secondsOf = (estimates: readonly Estimate[]) =>
  estimates.map(({ leftMs }) => (leftMs === undefined ? undefined : Math.round(leftMs / SECOND)));

test('steady work counts down with the clock, and says nothing for two seconds', () => {
  const amounts = Array.from({ length: 9 }, (_, second) => second * 10);
  expect(secondsOf(follow(amounts, 100))).toEqual([undefined, 8, 7, 6, 5, 4, 3, 2]);
});

test('nothing is said before two advances, or while the total is unknown', () => {
  expect(secondsOf(follow([0, 0, 0, 0, 10, 10], 100)).every((left) => left === undefined)).toBe(true);
  expect(secondsOf(follow([0, 10, 20, 30], undefined))).toEqual([undefined, undefined, undefined]);
});

test('work in lumps counts down between them', () => {
  const amounts = Array.from({ length: 30 }, (_, second) => Math.floor(second / 5));
  const left = secondsOf(follow(amounts, 10)).slice(9);
  expect(left[0]).toBe(40);
  for (const [index, seconds] of left.slice(1).entries()) expect(seconds).toBeLessThan(left[index] as number);
});

test('what stalls has no time left, and finds it again', () => {
  const stalled = [0, 10, 20, 30, ...Array.from({ length: 20 }, () => 30)];
  const estimates = follow([...stalled, 40, 50], 100);
  expect(secondsOf(estimates)[9]).toBe(0);
  expect(estimates[22]?.leftMs).toBeUndefined();
  expect(estimates.at(-1)?.leftMs).toBeGreaterThan(5 * SECOND);
});

test('a slower rate raises the time little by little, until it is right', () => {
  const fast = Array.from({ length: 11 }, (_, second) => second * 100);
  const slow = Array.from({ length: 120 }, (_, second) => 1000 + (second + 1) * 5);
  const left = secondsOf(follow([...fast, ...slow], 2000)).slice(10) as number[];
  for (const [index, seconds] of left.slice(1).entries())
    expect(seconds - (left[index] as number)).toBeLessThanOrEqual(Math.max(2, (left[index] as number) / 5));
  const truth = (2000 - 1600) / 5;
  expect(left.at(-1)).toBeGreaterThan(truth * 0.7);
  expect(left.at(-1)).toBeLessThan(truth * 1.3);
});

test('work that begins anew is estimated anew', () => {
  const estimates = follow([0, 10, 20, 30, 5], 100);
  expect(estimates.at(-1)).toMatchObject({ done: 5, advances: 0, leftMs: undefined });
});

test('an observation of the same moment changes nothing', () => {
  const estimate = startEstimate({ done: 0, total: 10, atMs: 5 });
  expect(nextEstimate(estimate, { done: 3, total: 10, atMs: 5 })).toBe(estimate);
});

test('no sequence of amounts makes the time jump up', () => {
  const steps = fc.array(fc.nat({ max: 1000 }), { minLength: 3, maxLength: 60 });
  fc.assert(
    fc.property(steps, (added) => {
      let done = 0;
      const amounts = [0, ...added.map((step) => (done += step))];
      const estimates = follow(amounts, done + 1);
      for (const [index, { leftMs }] of estimates.slice(1).entries()) {
        const beforeMs = estimates[index]?.leftMs;
        if (leftMs === undefined || beforeMs === undefined) continue;
        expect(leftMs).toBeGreaterThanOrEqual(0);
        expect(leftMs).toBeLessThanOrEqual(beforeMs + SECOND * Math.max(1, beforeMs / 10_000) + 1e-6);
      }
    }),
  );
});

test('a time left is rounded up to what people say', () => {
  expect([0, 4000, 5001, 17_000, 54_000].map(roundTimeLeft)).toEqual([
    { unit: 'soon', count: 0 },
    { unit: 'soon', count: 5 },
    { unit: 'seconds', count: 10 },
    { unit: 'seconds', count: 20 },
    { unit: 'seconds', count: 55 },
  ]);
  expect([56_000, 61_000, 3_540_000, 3_600_000, 9_000_000].map(roundTimeLeft)).toEqual([
    { unit: 'minutes', count: 1 },
    { unit: 'minutes', count: 2 },
    { unit: 'minutes', count: 59 },
    { unit: 'hours', count: 1 },
    { unit: 'hours', count: 3 },
  ]);
});
