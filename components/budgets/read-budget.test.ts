import { expect, test } from 'vitest';
import { readBudget } from './read-budget.ts';

const draft = { costUsd: '', tokens: '', onBudget: 'stop' } as const;

test('without a limit there is no budget', () => {
  expect(readBudget({ ...draft, costUsd: ' ', onBudget: 'ask' })).toEqual({ budget: null });
});

test.each([
  ['2.5', { maxCostUsd: 2.5 }],
  ['$ 1,250', { maxCostUsd: 1250 }],
])('%s is parsed as an amount of money', (costUsd, limit) => {
  expect(readBudget({ ...draft, costUsd })).toEqual({ budget: { ...limit, onBudget: 'stop' } });
});

test('tokens may have commas between thousands', () => {
  expect(readBudget({ ...draft, tokens: '5,000,000', onBudget: 'ask' })).toEqual({
    budget: { maxTokens: 5_000_000, onBudget: 'ask' },
  });
});

test.each(['0', '-1', 'five', '1e3', '1,5', 'Infinity'])('%s is no amount', (costUsd) => {
  expect(readBudget({ ...draft, costUsd })).toEqual({ invalidFields: ['costUsd'] });
});

test('every field that is wrong is named', () => {
  expect(readBudget({ ...draft, costUsd: 'x', tokens: '1.5' })).toEqual({ invalidFields: ['costUsd', 'tokens'] });
});
