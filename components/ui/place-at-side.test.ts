import { expect, test } from 'vitest';
import { placeAtSide } from '#components/ui/place-at-side.ts';

const window = { width: 400, height: 300 };
const size = { width: 80, height: 20 };
const place = { gap: 6, margin: 8 };

test('a box is centred at the side of its anchor', () => {
  const anchor = { left: 10, top: 100, width: 32, height: 32 };
  expect(placeAtSide(anchor, size, window, { ...place, side: 'right' })).toEqual({ left: 48, top: 106 });
  const middle = { left: 200, top: 100, width: 32, height: 32 };
  expect(placeAtSide(middle, size, window, { ...place, side: 'top' })).toEqual({ left: 176, top: 74 });
  expect(placeAtSide(middle, size, window, { ...place, side: 'bottom' })).toEqual({ left: 176, top: 138 });
});

test('a box that does not fit is placed opposite, and never leaves the window', () => {
  const atRight = { left: 360, top: 280, width: 32, height: 16 };
  expect(placeAtSide(atRight, size, window, { ...place, side: 'right' })).toEqual({ left: 274, top: 272 });
  expect(placeAtSide({ left: 0, top: 4, width: 20, height: 20 }, size, window, { ...place, side: 'top' })).toEqual({
    left: 8,
    top: 30,
  });
});

test('without room at either side the wanted one is kept', () => {
  const wide = { left: 40, top: 40, width: 320, height: 20 };
  expect(placeAtSide(wide, size, window, { ...place, side: 'right' })).toEqual({ left: 312, top: 40 });
});
