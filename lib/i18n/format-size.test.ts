import { expect, test } from 'vitest';
import { formatSize } from './format-size.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [4096, '4.1 kB'],
  [2_345_678, '2.3 MB'],
])('%i bytes are %s', (sizeBytes, text) => {
  expect(formatSize(sizeBytes)).toBe(text);
});
