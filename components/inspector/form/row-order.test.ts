import { expect, test } from 'vitest';
import { nextRows, type RowOrder } from './row-order.ts';

const names = (...all: string[]) => Object.keys(Object.fromEntries(all.map((name) => [name, ''])));
const opened = (...all: string[]): RowOrder => ({ names: names(...all), rows: names(...all) });

test('a row stays where it is while a number is typed as its name', () => {
  const asTyped = ['value', 'value_', '2', '20', '2'].reduce(
    (order, typed) => nextRows(order, names('first', typed, 'last')),
    opened('first', 'value_2', 'last'),
  );
  expect(asTyped.names).toEqual(['2', 'first', 'last']);
  expect(asTyped.rows).toEqual(['first', '2', 'last']);
  expect(nextRows(asTyped, names('first', 'two', 'last')).rows).toEqual(['first', 'two', 'last']);
});

test('a new row comes last, and a removed one leaves the others as they are', () => {
  const order = nextRows(opened('first', 'b'), names('first', '7'));
  const grown = nextRows(order, names('first', '7', 'value'));
  expect(grown.rows).toEqual(['first', '7', 'value']);
  expect(nextRows(grown, names('7', 'value')).rows).toEqual(['7', 'value']);
});

test('rows are in the order of the object otherwise, as after an undo or when they were moved', () => {
  expect(nextRows(opened('a', 'b', 'c'), names('c', 'a', 'b')).rows).toEqual(['c', 'a', 'b']);
  expect(nextRows(opened('a', 'c'), names('a', 'b', 'c')).rows).toEqual(['a', 'b', 'c']);
  expect(nextRows(opened('7', 'b', 'c'), names('7', 'c', 'b')).rows).toEqual(['7', 'c', 'b']);
  expect(nextRows({ names: ['7', 'a'], rows: ['a', '7'] }, ['7', 'a']).rows).toEqual(['a', '7']);
});
