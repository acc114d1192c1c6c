import { expect, test } from 'vitest';
import { findInValue } from './find-in-value.ts';

const order = { id: 7, customer: { name: 'Ada Lovelace', tier: 'gold' }, lines: [{ sku: 'GOLD-1' }, { sku: 'x' }] };

test('names and values are found, capitals aside, with where they stand', () => {
  expect(findInValue(order, 'gold')).toEqual([
    { path: 'customer.tier', preview: '"gold"' },
    { path: 'lines[0].sku', preview: '"GOLD-1"' },
  ]);
  expect(findInValue(order, 'customer')).toEqual([{ path: 'customer', preview: '{2}' }]);
});

test('of a long text only the part is shown in which it was found', () => {
  const text = `${'a '.repeat(100)}needle${' b'.repeat(100)}`;
  expect(findInValue({ text }, 'needle')[0]?.preview).toMatch(/^…".{40}needle.{40}"…$/);
});

test('nothing is looked for in vain', () => {
  expect(findInValue(order, ' ')).toEqual([]);
  expect(
    findInValue(
      Array.from({ length: 500 }, () => 'same'),
      'same',
    ),
  ).toHaveLength(100);
});
