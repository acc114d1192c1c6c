import { expect, test } from 'vitest';
import { formatUsd } from './format-usd.ts';

test.each([
  [0, '$0'],
  [12.345, '$12.35'],
  [123_456.78, '$123,456.78'],
  [0.5, '$0.50'],
  [0.0123, '$0.012'],
  [0.00001234, '$0.000012'],
  [0.000000001, '$0.000000001'],
])('%s dollars are shown as %s', (usd, shown) => {
  expect(formatUsd(usd)).toBe(shown);
});
