import { expect, test } from 'vitest';
import { describeShare, interpolate, MovingShare } from './moving-share.mjs';

test('a measurement stands for a share between those of its neighbours', () => {
  const points = [
    [0, 0.1],
    [0.5, 0.3],
    [1, 1],
  ] as const;
  expect([0, 0.25, 0.5, 0.75, 1, 2].map((measured) => interpolate(points, measured))).toEqual([
    0.1,
    expect.closeTo(0.2),
    0.3,
    expect.closeTo(0.65),
    1,
    1,
  ]);
});

test('the share moves at least a tenth of a percent in five seconds where nothing is measured for minutes', () => {
  const share = new MovingShare(60);
  let before = 0;
  for (let seconds = 5; seconds <= 300; seconds += 5) {
    const now = share.at(seconds, { measured: 0, limit: 0.9 }).share;
    expect(Math.floor(now * 1000)).toBeGreaterThan(Math.floor(before * 1000));
    expect(now).toBeLessThan(0.9);
    before = now;
  }
});

test('a measurement is taken over, and an earlier one takes nothing back', () => {
  const share = new MovingShare(60);
  expect(share.at(5, { measured: 0.5, limit: 0.6 }).share).toBe(0.5);
  expect(share.at(6, { measured: 0.2, limit: 0.3 }).share).toBe(0.5);
  expect(share.at(7, { measured: 1, limit: 1 })).toEqual({ share: 1, leftSeconds: 0 });
});

test('the time left begins with what is expected, and follows what was seen', () => {
  const share = new MovingShare(60);
  const early = share.at(1, { measured: 0, limit: 0.9 }).leftSeconds;
  expect(early).toBeGreaterThan(50);
  expect(early).toBeLessThan(70);
  // Half of it took twice as long as expected.
  const late = share.at(60, { measured: 0.5, limit: 0.6 }).leftSeconds;
  expect(late).toBeGreaterThan(45);
  expect(late).toBeLessThan(60);
});

test('a share and a time left are rounded to what can be read', () => {
  expect(describeShare({ share: 0.4567, leftSeconds: 51 })).toBe('45.6 %, about 55 s left');
  expect(describeShare({ share: 0.1, leftSeconds: 130 })).toBe('10.0 %, about 3 min left');
  expect(describeShare({ share: 0.99, leftSeconds: 2 })).toBe('99.0 %, a few seconds left');
});
