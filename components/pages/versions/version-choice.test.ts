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
  expect(choiceBefore('draft', { numbers, live: 2 })).toBe(2);
  expect(choiceBefore('draft', { numbers, live: undefined })).toBe(4);
  expect(choiceBefore(4, { numbers, live: 2 })).toBe(2);
  expect(choiceBefore(1, { numbers, live: 2 })).toBeUndefined();
});
