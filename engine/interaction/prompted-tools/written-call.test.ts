import { describe, expect, test } from 'vitest';
import { readWrittenCalls } from './written-call.ts';

const inputSchema = {
  type: 'object',
  properties: {
    query: { type: 'string' },
    count: { type: 'integer' },
    since: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    pages: { $ref: '#/$defs/pages' },
    what: {},
  },
  required: ['query', 'count'],
  additionalProperties: false,
  $defs: { pages: { type: ['array', 'string'] } },
};
const read = (body: string, { isCut = false } = {}) =>
  readWrittenCalls(body, { isCut, tools: [{ name: 'search', inputSchema }] });
const parameter = (name: string, value: string) => `<parameter=${name}>\n${value}\n</parameter>`;

test.each<[string, string, unknown]>([
  ['query', '123', '123'],
  ['query', 'true', 'true'],
  ['query', '{"a": 1}', '{"a": 1}'],
  ['query', '"an exact phrase"', '"an exact phrase"'],
  ['query', 'two\nlines', 'two\nlines'],
  ['count', '123', 123],
  ['count', 'many', 'many'],
  ['since', 'null', null],
  ['since', '2026', '2026'],
  ['pages', '[1, 2]', [1, 2]],
  ['pages', '12', '12'],
  ['what', '{"a": 1}', { a: 1 }],
  ['other', '[true]', [true]],
])('the parameter %s, written %s, is read as its schema says', (name, written, value) => {
  expect(read(`<function=search>${parameter(name, written)}</function>`)).toEqual([{ name: 'search', input: { [name]: value } }]);
});

describe('a call at whose end the answer was cut off', () => {
  const problem = expect.any(String);
  const call = `<function=search>\n${parameter('query', 'tea')}`;

  test.each([
    ['between two parameters', call],
    ['in a parameter', `${call}\n<parameter=count>\n1`],
    ['in the JSON of its arguments', '<function=search>{"query": "te'],
    ['in JSON', '{"name": "search", "arguments": {"query": "te'],
    ['before its parameters', '<function=search>'],
  ])('%s is not made', (_, body) => {
    expect(read(body, { isCut: true })).toMatchObject([{ name: 'search', problem }]);
  });

  test.each([
    ['a function', `${call}</function>`],
    ['JSON', '{"name": "search", "arguments": {"query": "tea"}}'],
    ['JSON in a function', '<function=search>{"query": "tea"}'],
  ])('but was whole is made: %s', (_, body) => {
    expect(read(body, { isCut: true })).toEqual([{ name: 'search', input: { query: 'tea' } }]);
  });

  test('leaves those before it as they are', () => {
    expect(read(`${call}</function>${call}`, { isCut: true })).toEqual([
      { name: 'search', input: { query: 'tea' } },
      { name: 'search', input: { query: 'tea' }, problem },
    ]);
  });
});

test('a function that its model did not close, in a block that it did, is made', () => {
  expect(read(`<function=search>${parameter('query', 'tea')}`)).toEqual([{ name: 'search', input: { query: 'tea' } }]);
});
