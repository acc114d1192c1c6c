import { expect, test } from 'vitest';
import { fitDockHeight } from './dock-memory.ts';

test('the dock gets the stored height, and leaves the canvas at least 200 px', () => {
  expect(fitDockHeight(320.4, 900)).toBe(320);
  expect(fitDockHeight(880, 900)).toBe(700);
});

test('the dock is at least 160 px high, in a low window too', () => {
  expect(fitDockHeight(20, 900)).toBe(160);
  expect(fitDockHeight(320, 300)).toBe(160);
});
