import { expect, test } from 'vitest';
import { compareLists } from './compare-lists.ts';

test('added and removed values are marked', () => {
  expect(compareLists(['a', 'b'], ['b', 'c']).map(({ value, mark }) => `${value} ${mark}`)).toEqual([
    'a added',
    'b same',
    'c removed',
  ]);
});

test('nothing is new where nothing was published before', () => {
  expect(compareLists(['a'], undefined)).toEqual([{ value: 'a', mark: 'same' }]);
});
