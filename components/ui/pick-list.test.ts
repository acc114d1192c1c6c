import { expect, test } from 'vitest';
import { searchItems } from './pick-list.ts';

const items = [
  { id: 'undo', label: 'Undo' },
  { id: 'add', label: 'Add node: HTTP request', words: 'fetch' },
  { id: 'align', label: 'Align left', hint: 'Arrange' },
  { id: 'left', label: 'Left align text' },
];
const found = (search: string) => searchItems(items, search).map(({ id }) => id);

test('an empty search lists everything in its order', () => {
  expect(found('  ')).toEqual(['undo', 'add', 'align', 'left']);
});

test('every word of the search must match, in any order and case', () => {
  expect(found('LEFT align')).toEqual(['left', 'align']);
  expect(found('left node')).toEqual([]);
});

test('its description and hidden keywords find it, too', () => {
  expect(found('arrange')).toEqual(['align']);
  expect(found('fetch')).toEqual(['add']);
});
