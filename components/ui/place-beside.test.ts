import { expect, test } from 'vitest';
import { placeBeside } from '#components/ui/place-beside.ts';

const window = { width: 400, height: 300 };
const size = { width: 80, height: 20 };
const place = { gap: 6, margin: 8 };

test('a box is centred beside its anchor', () => {
  const anchor = { left: 10, top: 100, width: 32, height: 32 };
  expect(placeBeside(anchor, size, window, { ...place, side: 'right' })).toEqual({ left: 48, top: 106 });
  const middle = { left: 200, top: 100, width: 32, height: 32 };
  expect(placeBeside(middle, size, window, { ...place, side: 'top' })).toEqual({ left: 176, top: 74 });
  expect(placeBeside(middle, size, window, { ...place, side: 'bottom' })).toEqual({ left: 176, top: 138 });
});

test('a box that does not fit is placed opposite, and never leaves the window', () => {
  const atRight = { left: 360, top: 280, width: 32, height: 16 };
  expect(placeBeside(atRight, size, window, { ...place, side: 'right' })).toEqual({ left: 274, top: 272 });
  expect(placeBeside({ left: 0, top: 4, width: 20, height: 20 }, size, window, { ...place, side: 'top' })).toEqual({
    left: 8,
    top: 30,
  });
});

test('without room at either side the wanted one is kept', () => {
  const wide = { left: 40, top: 40, width: 320, height: 20 };
  expect(placeBeside(wide, size, window, { ...place, side: 'right' })).toEqual({ left: 312, top: 40 });
});
