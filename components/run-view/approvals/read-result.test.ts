import { expect, test } from 'vitest';
import { readResult } from './read-result.ts';

test.each([
  ['{"id": 7}', { id: 7 }],
  ['7', 7],
  ['"a"', 'a'],
  ['sent to Ada', 'sent to Ada'],
  ['{"id": ', '{"id": '],
  [' \n', null],
])('%j is the result %j', (text, result) => {
  expect(readResult(text)).toEqual(result);
});
