import { expect, test } from 'vitest';
import { addUsage, NO_USAGE, priced } from './token-usage.ts';

const call = { promptTokens: 1000, completionTokens: 200, totalTokens: 1200 };
const price = { inputUsd: 0.25, outputUsd: 2, cachedInputUsd: 0.025 };

test('a price turns prompt and answer tokens into dollars, to a billionth', () => {
  expect(priced(call, price)).toEqual({ ...call, costUsd: 0.00065 });
  expect(priced({ ...call, promptTokens: 1, completionTokens: 0 }, { ...price, inputUsd: 0.0004 }).costUsd).toBe(0);
});

test('tokens that were written into the cache have their own price, by default that of others', () => {
  const written = { ...call, cachedTokens: 200, cacheWriteTokens: 800 };
  const without = priced({ ...call, cachedTokens: 200 }, price).costUsd ?? 0;
  expect(priced(written, price).costUsd).toBe(without);
  expect(priced(written, { ...price, cacheWriteUsd: 0.3125 }).costUsd).toBeCloseTo(without + (800 * 0.0625) / 1e6, 12);
});

test('cached prompt tokens have their own price, and there are never more of them than prompt tokens', () => {
  expect(priced({ ...call, cachedTokens: 800 }, price).costUsd).toBe(0.00047);
  expect(priced({ ...call, cachedTokens: 5000 }, price).costUsd).toBe(0.000425);
});

test('without a price the cost is unknown, which is not nothing', () => {
  expect(priced(call, undefined)).toEqual(call);
  expect(addUsage(call, call)).not.toHaveProperty('costUsd');
  expect(priced(call, { inputUsd: 0, outputUsd: 0, cachedInputUsd: 0 }).costUsd).toBe(0);
});

test('a sum of dollars shows no binary fractions', () => {
  expect(addUsage({ ...call, costUsd: 0.1 }, { ...call, costUsd: 0.2 }).costUsd).toBe(0.3);
});

test('a known cost and an unknown one give the known part, marked as incomplete', () => {
  const sum = addUsage({ ...call, costUsd: 0.1 }, call);
  expect(sum).toMatchObject({ costUsd: 0.1, isCostPartial: true });
  expect(addUsage(call, { ...call, costUsd: 0.1 })).toMatchObject({ costUsd: 0.1, isCostPartial: true });
  expect(addUsage(sum, { ...call, costUsd: 0.1 })).toMatchObject({ costUsd: 0.2, isCostPartial: true });
});

test('what used no tokens leaves no doubt about a cost', () => {
  expect(addUsage(NO_USAGE, { ...call, costUsd: 0.1 })).not.toHaveProperty('isCostPartial');
});
