import { expect, test } from 'vitest';
import { readKeyBounds } from './key-bounds.tsx';

test('a key without rate and days has no bounds, and one with days expires then', () => {
  expect(readKeyBounds({ rate: ' ', days: 0 })).toEqual({});
  const { ratePerMinute, expiresAt = '' } = readKeyBounds({ rate: ' 60 ', days: 7 }) ?? {};
  expect(ratePerMinute).toBe(60);
  expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 3);
});

test.each(['0', '-1', '1.5', 'ten', '1000001'])('%s is no rate', (rate) => {
  expect(readKeyBounds({ rate, days: 0 })).toBeUndefined();
});
