import { expect, test } from 'vitest';
import { choiceBefore, readChoice } from './version-choice.ts';

test('an address names the draft or a version, and nothing else', () => {
  expect(['draft', '3', '0', '-1', '1.5', 'x', '', null].map(readChoice)).toEqual([
    ...['draft', 3],
    ...[undefined, undefined, undefined, undefined, undefined, undefined],
  ]);
});

test('the draft is compared with what is live, a version with the one before it', () => {
  const numbers = [4, 2, 1];
  const hasMore = false;
  expect(choiceBefore('draft', { numbers, hasMore, live: 2 })).toBe(2);
  expect(choiceBefore('draft', { numbers, hasMore, live: undefined })).toBe(4);
  expect(choiceBefore(4, { numbers, hasMore, live: 2 })).toBe(2);
  expect(choiceBefore(1, { numbers, hasMore, live: 2 })).toBeUndefined();
});

test('the oldest listed version is the first one only if there are no more', () => {
  const numbers = [60, 59];
  expect(choiceBefore(59, { numbers, hasMore: true, live: undefined })).toBe(58);
  expect(choiceBefore(59, { numbers, hasMore: false, live: undefined })).toBeUndefined();
});
