import { expect, test } from 'vitest';
import { fitDockHeight } from './dock-memory.ts';

test('the dock is as high as wanted while the canvas keeps its room', () => {
  expect(fitDockHeight(320.4, 900)).toBe(320);
  expect(fitDockHeight(880, 900)).toBe(700);
});

test('in a low window the dock stays usable', () => {
  expect(fitDockHeight(20, 900)).toBe(160);
  expect(fitDockHeight(320, 300)).toBe(160);
});
