import { expect, test } from 'vitest';
import { findInValue } from './find-in-value.ts';

const order = {
  order: {
    lines: [
      { name: 'Kettle', price: 249 },
      { name: 'Lid', price: 9 },
    ],
  },
  note: `${'x'.repeat(100)} kettle leaks`,
};

test('values and names are found in any case, with the way to them', () => {
  expect(findInValue(order, 'KETTLE')).toEqual([
    { path: 'order.lines[0].name', excerpt: 'Kettle' },
    { path: 'note', excerpt: `…${'x'.repeat(39)} kettle leaks` },
  ]);
  expect(findInValue(order, 'price').map(({ path }) => path)).toEqual(['order.lines[0].price', 'order.lines[1].price']);
  expect(findInValue(order, '249')).toEqual([{ path: 'order.lines[0].price', excerpt: '249' }]);
});

test('a field whose name fits is told once, and what lies inside it is looked at too', () => {
  expect(findInValue({ name: 'name' }, 'name')).toHaveLength(1);
  expect(findInValue({ name: { name: 1 } }, 'name').map(({ path }) => path)).toEqual(['name', 'name.name']);
});

test('a text is a value of its own, and an empty search finds nothing', () => {
  expect(findInValue('a plain text', 'plain')).toEqual([{ path: '', excerpt: 'a plain text' }]);
  expect(findInValue(order, '')).toEqual([]);
  expect(findInValue(null, 'null')).toEqual([{ path: '', excerpt: 'null' }]);
});

test('a value with more places than anybody reads ends at a hundred', () => {
  expect(
    findInValue(
      Array.from({ length: 500 }, () => 'x'),
      'x',
    ),
  ).toHaveLength(100);
});
