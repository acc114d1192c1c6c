import { expect, test } from 'vitest';
import { type IndexingBatch, nextBatch } from './indexing-batch.ts';

const after = (...counts: readonly number[]) =>
  counts.reduce<IndexingBatch | undefined>((last, pending) => nextBatch(last, pending), undefined);

test('a batch counts what was pending at first, and what was added since', () => {
  expect(after(5)).toEqual({ total: 5, pending: 5 });
  expect(after(5, 3)).toEqual({ total: 5, pending: 3 });
  expect(after(5, 3, 7, 6)).toEqual({ total: 9, pending: 6 });
});

test('a batch ends when nothing is pending', () => {
  expect(after(5, 0)).toBeUndefined();
  expect(after(5, 0, 2)).toEqual({ total: 2, pending: 2 });
  expect(after(0)).toBeUndefined();
});

test('the same number is the same batch', () => {
  const batch = after(5, 3);
  expect(nextBatch(batch, 3)).toBe(batch);
});
