import { expect, test } from 'vitest';
import { formatPartOfSize, formatSize } from './format-size.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [4096, '4.1 kB'],
  [2_345_678, '2.3 MB'],
])('%i bytes are %s', (sizeBytes, text) => {
  expect(formatSize(sizeBytes)).toBe(text);
});

test('a part of a size has the unit of the whole', () => {
  expect(formatPartOfSize(3_100_000, 9_000_000)).toEqual(['3.1', '9.0 MB']);
  expect(formatPartOfSize(900, 4096)).toEqual(['0.9', '4.1 kB']);
  expect(formatPartOfSize(12, 400)).toEqual(['12', '400 B']);
});
