import { expect, test } from 'vitest';
import { parseJsonReply } from './parse-json-reply.ts';

test.each([
  ['plain', ' {"a":1}\n', { a: 1 }],
  ['in a fence', '```json\n{"a":1}\n```', { a: 1 }],
  ['in a fence without a language', '```\n[1]\n```', [1]],
  ['between sentences', 'Here it is: {"a":{"b":2}}. Enjoy!', { a: { b: 2 } }],
  ['a list between sentences', 'The list: [1,2].', [1, 2]],
  ['null', 'null', null],
])('JSON %s is read', (_, text, value) => {
  expect(parseJsonReply(text)).toEqual({ value });
});

test.each([['no JSON at all'], [''], ['{"a":'], ['} {']])('%j holds none', (text) => {
  expect(parseJsonReply(text)).toBeUndefined();
});
