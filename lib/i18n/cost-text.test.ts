import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { costOfRuns, costSumText, costText } from './cost-text.ts';

test('tokens without a price are never called free', () => {
  expect(costText({ costUsd: undefined, tokens: 900 }, 'no price')).toBe('no price');
  expect(costText({ costUsd: null, tokens: 900 }, 'no price')).toBe('no price');
  expect(costSumText({ costUsd: 0, tokens: 900 }, '未定价')).toBe('未定价');
});

test('a price of 0 is a price, and what used no tokens cost nothing', () => {
  expect(costText({ costUsd: 0, tokens: 900 }, 'no price')).toBe('$0');
  expect(costText({ costUsd: undefined, tokens: 0 }, 'no price')).toBe('');
  expect(costSumText({ costUsd: 0, tokens: 0 }, 'no price')).toBe('$0');
  expect(costSumText({ costUsd: 0.25, tokens: 900 }, 'no price')).toBe('$0.25');
});

/** Amounts that a person or the server set, and parts that say themselves that there is no price. */
const ownAmounts = [
  'components/budgets/',
  'components/pages/dashboards/',
  'components/pages/start/needs-you.tsx',
  'components/run-view/prompt/',
  'components/run-view/detail/call-facts.tsx',
];
const limits = /formatUsd\((?:maxCostUsd|budget)/;

test('every cost of a page goes through these functions', async () => {
  const bare: string[] = [];
  for await (const file of glob('components/**/*.{ts,tsx}')) {
    if (ownAmounts.some((part) => file.startsWith(part))) continue;
    const lines = readFileSync(file, 'utf8').split('\n');
    bare.push(...lines.filter((line) => /formatUsd\(/.test(line) && !limits.test(line)).map((line) => `${file}: ${line.trim()}`));
  }
  expect(bare).toEqual([]);
});

test('a sum over runs is known where one of them has a price', () => {
  expect(costOfRuns({ costUsd: 0, pricedRuns: 0, tokens: 297 }, 'no price')).toBe('no price');
  expect(costOfRuns({ costUsd: 0, pricedRuns: 0, tokens: 0 }, 'no price')).toBe('–');
  expect(costOfRuns({ costUsd: 0, pricedRuns: 2, tokens: 9 }, 'no price')).toBe('$0');
  expect(costOfRuns({ costUsd: 0.5, pricedRuns: 1, tokens: 9 }, 'no price')).toBe('$0.50');
});
