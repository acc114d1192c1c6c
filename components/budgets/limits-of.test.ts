import { expect, test } from 'vitest';
import { limitsOf } from './limits-of.ts';

const nothing = { budget: null, costUsd: 0, tokens: 0, raisedCostUsd: null, raisedTokens: null };

test('without a budget there is no limit, whatever the usage', () => {
  expect(limitsOf({ ...nothing, costUsd: 3, tokens: 900 })).toEqual([]);
});

test('a limit that was raised for the day is the higher one', () => {
  expect(limitsOf({ ...nothing, budget: { maxCostUsd: 2, onBudget: 'ask' }, costUsd: 3, raisedCostUsd: 4 })).toEqual([
    { what: 'cost', used: 3, max: 4, isRaised: true },
  ]);
});

test('a limit above the raised value is not marked as raised', () => {
  expect(limitsOf({ ...nothing, budget: { maxTokens: 500, onBudget: 'stop' }, tokens: 20, raisedTokens: 400 })).toEqual([
    { what: 'tokens', used: 20, max: 500, isRaised: false },
  ]);
});
