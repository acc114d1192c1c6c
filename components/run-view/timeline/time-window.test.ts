import { expect, test } from 'vitest';
import { panWindow, revealMoment, shareIn, ticksIn, zoomWindow } from './time-window.ts';

const axisMs = 1000;
const whole = { fromMs: 0, toMs: 1000 };

test('looking closer keeps the moment where it is, looking from further away ends at all of the run', () => {
  const closer = zoomWindow(whole, { aroundMs: 800, isZoomIn: true, axisMs });
  expect(closer).toEqual({ fromMs: 400, toMs: 900 });
  expect(closer && shareIn(closer, 800)).toBeCloseTo(shareIn(whole, 800));
  expect(zoomWindow({ fromMs: 400, toMs: 900 }, { aroundMs: 500, isZoomIn: false, axisMs })).toBeUndefined();
});

test('ten milliseconds are as close as one gets', () => {
  expect(zoomWindow({ fromMs: 0, toMs: 12 }, { aroundMs: 6, isZoomIn: true, axisMs })).toEqual({ fromMs: 1, toMs: 11 });
});

test('the window never leaves the axis', () => {
  expect(panWindow({ fromMs: 0, toMs: 500 }, { share: -1, axisMs })).toEqual({ fromMs: 0, toMs: 500 });
  expect(panWindow({ fromMs: 0, toMs: 500 }, { share: 0.5, axisMs })).toEqual({ fromMs: 250, toMs: 750 });
  expect(panWindow({ fromMs: 400, toMs: 900 }, { share: 3, axisMs })).toEqual({ fromMs: 500, toMs: 1000 });
});

test('a moment out of sight moves the window, one in sight does not', () => {
  const window = { fromMs: 0, toMs: 100 };
  expect(revealMoment(window, { momentMs: 50, axisMs })).toBe(window);
  expect(revealMoment(window, { momentMs: 500, axisMs })).toEqual({ fromMs: 430, toMs: 530 });
});

test('ticks are round, wherever the window begins', () => {
  expect(ticksIn({ fromMs: 430, toMs: 930 })).toEqual({ ticksMs: [500, 600, 700, 800, 900], stepMs: 100 });
});
