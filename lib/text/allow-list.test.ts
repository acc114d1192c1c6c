import { expect, test } from 'vitest';
import { withAllowed } from './allow-list.ts';

test('one name of all is switched off, and on again', () => {
  expect(withAllowed(['a', 'b', 'c'], null, { name: 'b', isAllowed: false })).toEqual(['a', 'c']);
  expect(withAllowed(['a', 'b', 'c'], ['a'], { name: 'c', isAllowed: true })).toEqual(['a', 'c']);
  expect(withAllowed(['a', 'b', 'c'], ['a', 'c'], { name: 'b', isAllowed: true })).toBeNull();
});

test('a name that is gone stays in the list, and does not make it complete', () => {
  expect(withAllowed(['a', 'b'], ['gone'], { name: 'a', isAllowed: true })).toEqual(['gone', 'a']);
});
