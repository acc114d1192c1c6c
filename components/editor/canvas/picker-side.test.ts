import { expect, test } from 'vitest';
import { pickerSide } from './picker-side.ts';

const frame = { x: 0, width: 200, offsetX: 0, zoom: 0.5, canvasWidth: 340 };

test.each([
  ['in the middle of a wide canvas it is on the right', { offsetX: 400, canvasWidth: 1000 }, 'right'],
  ['near the right end it is on the left', { offsetX: 200 }, 'left'],
  ['where neither side has room it is over the edge', { offsetX: 100, canvasWidth: 300 }, 'middle'],
  ['near the left end it is on the right', { offsetX: 10 }, 'right'],
] as const)('%s', (_, place, side) => {
  expect(pickerSide({ ...frame, ...place })).toBe(side);
});
