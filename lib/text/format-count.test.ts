import { expect, test } from 'vitest';
import { formatCount } from './format-count.ts';

test('large numbers have separators, small ones none', () => {
  expect([20_000_000, 5000, 999, 0].map(formatCount)).toEqual(['20,000,000', '5,000', '999', '0']);
});
