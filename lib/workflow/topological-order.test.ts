import { expect, test } from 'vitest';
import { topologicalOrder } from './topological-order.ts';

const targets: Readonly<Record<string, readonly string[]>> = {
  a: ['c', 'd'],
  b: ['c', 'elsewhere'],
  c: ['e'],
  d: ['e', 'e'],
  x: ['y'],
  y: ['x', 'z'],
};
const targetsOf = (id: string) => targets[id] ?? [];

test('each item comes after its sources, in the order in which they become ready', () => {
  expect(topologicalOrder(['e', 'b', 'a', 'd', 'c'], targetsOf)).toEqual(['b', 'a', 'c', 'd', 'e']);
});

test('nodes in a cycle and behind one are omitted', () => {
  expect(topologicalOrder(['a', 'x', 'y', 'z', 'c', 'd', 'e', 'b'], targetsOf)).toEqual(['a', 'b', 'd', 'c', 'e']);
});
