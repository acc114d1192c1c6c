import { expect, test } from 'vitest';
import { endingBudgets } from './ending-budgets.ts';

const nowMs = Date.parse('2026-11-28T12:00:00Z');
const spent = { costUsd: 0, tokens: 0, raisedCostUsd: null, raisedTokens: null };
const key = { id: 'key_1', name: 'Shop', slug: 'shop', ...spent };

test('a budget is listed when it is nearly used, or when it ends today at this pace', () => {
  const budget = { maxCostUsd: 10, onBudget: 'stop' } as const;
  const of = (costUsd: number) => endingBudgets({ workspace: { ...spent, costUsd }, keys: [], budget }, nowMs);
  expect(of(4)).toEqual([]);
  expect(of(6)).toMatchObject([{ spent: 6, limit: 10, currency: 'USD', usedUpAt: '2026-11-28T20:00:00.000Z' }]);
  expect(of(11)).toMatchObject([{ spent: 11, usedUpAt: '2026-11-28T12:00:00.000Z' }]);
  const raised = { ...spent, costUsd: 11, raisedCostUsd: 30 };
  expect(endingBudgets({ workspace: raised, keys: [], budget }, nowMs)).toEqual([]);
});

test('the fullest budget is first, and the pace of the first hour of a day says nothing', () => {
  const keys = [
    { ...key, tokens: 90, budget: { maxTokens: 100, onBudget: 'stop' } as const },
    { ...key, id: 'key_2', costUsd: 0.5, budget: { maxCostUsd: 10, onBudget: 'stop' } as const },
  ];
  const budget = { maxTokens: 100, onBudget: 'stop' } as const;
  const early = Date.parse('2026-11-28T00:30:00Z');
  const found = endingBudgets({ workspace: { ...spent, tokens: 99 }, keys, budget }, early);
  expect(found.map(({ scope, spent: used, currency }) => [scope.kind, scope.id, used, currency])).toEqual([
    ['workspace', null, 99, 'tokens'],
    ['key', 'key_1', 90, 'tokens'],
  ]);
});
