import { expect, test } from 'vitest';
import list from '#nodes/list/list.node.ts';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import execute from './list.executor.ts';

async function kept(from: readonly unknown[], step: object) {
  const config = list.config.parse({ from, steps: [{ do: 'filter', field: '', ...step }] });
  return (await execute({ config, context: makeExecutorContext().context })).out;
}

test('texts of numbers are equal as numbers, but not ids with leading zeros or more digits than a number holds', async () => {
  const ids = ['007', '7', '9007199254740993', '9007199254740992'];
  expect(await kept(ids, { test: 'equals', value: '7' })).toEqual(['7']);
  expect(await kept(ids, { test: 'differs', value: '9007199254740993' })).toEqual(['007', '7', '9007199254740992']);
  for (const value of [5, '5', '5.00'])
    expect(await kept(['5', 5, '5.0', 6], { test: 'equals', value })).toEqual(['5', 5, '5.0']);
});

test('a missing value contains no text, and is contained in none', async () => {
  expect(await kept(['a', null, '""'], { test: 'contains' })).toEqual([]);
  expect(await kept([null, 'a "quoted" word'], { test: 'contains', value: '"' })).toEqual(['a "quoted" word']);
});
