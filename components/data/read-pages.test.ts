import { expect, test } from 'vitest';
import { readPages } from './read-pages.ts';

const pages = new Map<string | undefined, { items: number[]; nextCursor: string | null }>([
  [undefined, { items: [1, 2], nextCursor: 'b' }],
  ['b', { items: [3, 4], nextCursor: 'c' }],
  ['c', { items: [5], nextCursor: null }],
]);
const read = async (cursor: string | undefined) => pages.get(cursor) ?? { items: [], nextCursor: null };

test('pages are read until there is enough, or to the end', async () => {
  expect(await readPages(read, (items) => items.length >= 3)).toMatchObject({ items: [1, 2, 3, 4], hasMore: true });
  expect(await readPages(read, (items) => items.includes(5))).toMatchObject({ items: [1, 2, 3, 4, 5], hasMore: false });
  expect(await readPages(read, () => true)).toMatchObject({ items: [1, 2], hasMore: true });
});
