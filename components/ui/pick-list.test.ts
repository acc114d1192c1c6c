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

test('an item whose id was typed comes before those whose words name it', () => {
  const items = [
    { id: 'ptc', label: 'Program', words: 'calls read_url and others' },
    { id: 'read_url', label: 'Read a page' },
  ];
  expect(searchItems(items, 'read_url').map(({ id }) => id)).toEqual(['read_url', 'ptc']);
  expect(searchItems(items, 'read_u').map(({ id }) => id)).toEqual(['read_url', 'ptc']);
});
