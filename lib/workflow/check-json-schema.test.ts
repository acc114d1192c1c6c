import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLOCK_LIMIT_MS, longestBlockMs } from '#tests/support/longest-block.ts';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import { checkJsonSchema } from './check-json-schema.ts';

const messages = (value: unknown, schema: Record<string, unknown>) =>
  checkJsonSchema(value, schema).map(({ path, message }) => `${path}: ${message}`);

describe('the error of an invalid value has its path and reason', () => {
  test.each<[title: string, value: unknown, schema: Record<string, unknown>, problems: string[]]>([
    ['a wrong type', 'a', { type: 'number' }, [': should be number, not string']],
    ['several types', true, { type: ['string', 'null'] }, [': should be string or null, not boolean']],
    ['a fraction', 1.5, { type: 'integer' }, [': should be integer, not number']],
    ['an unknown option', 'c', { enum: ['a', 'b'] }, [': should be one of "a", "b"']],
    ['another constant', { a: 1 }, { const: { a: 2 } }, [': should be {"a":2}']],
    ['a missing field', {}, { type: 'object', required: ['title'] }, ['title: is missing']],
    ['an inherited name', {}, { type: 'object', required: ['constructor'] }, ['constructor: is missing']],
    ['an extra field', { a: 1 }, { additionalProperties: false }, ['a: is not a field of the schema']],
    [
      'a deep field',
      { list: [{ n: 1 }, { n: 'x' }] },
      { properties: { list: { items: { properties: { n: { type: 'number' } } } } } },
      ['list[1].n: should be number, not string'],
    ],
    [
      'a field with a strange name',
      { 'a b': 1 },
      { properties: { 'a b': { type: 'string' } } },
      ['["a b"]: should be string, not number'],
    ],
    ['too few items', [], { minItems: 1 }, [': should have at least 1 items']],
    [
      'equal items',
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      { uniqueItems: true },
      [': should not hold an item twice'],
    ],
    [
      'a prefix',
      ['a', 'b'],
      { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      ['[1]: should be number, not string'],
    ],
    ['a short text', '漢', { minLength: 2 }, [': should have at least 2 characters']],
    ['a pattern', 'ab', { pattern: '^b' }, [': should match /^b/']],
    ['a day that is not', '2026-02-30', { format: 'date' }, [': should be a date']],
    ['a bound', 5, { exclusiveMaximum: 5 }, [': should be below 5']],
    ['a step', 0.25, { multipleOf: 0.1 }, [': should be a multiple of 0.1']],
    ['no alternative', true, { anyOf: [{ type: 'string' }, { type: 'number' }] }, [': fits none of the 2 alternatives']],
    [
      'the nearest alternative',
      { a: 1 },
      { anyOf: [{ type: 'string' }, { type: 'object', properties: { a: { type: 'string' } } }] },
      ['a: should be string, not number'],
    ],
    [
      'two alternatives',
      1,
      { oneOf: [{ type: 'number' }, { type: 'integer' }] },
      [': should fit one alternative only, and fits 2'],
    ],
    [
      'a reference',
      { child: { child: 1 } },
      { $ref: '#/$defs/tree', $defs: { tree: { type: 'object', properties: { child: { $ref: '#/$defs/tree' } } } } },
      ['child.child: should be object, not number'],
    ],
    ['a reference to nothing', 1, { $ref: '#/$defs/x' }, [': the schema refers to #/$defs/x, which it does not hold']],
  ])('%s', (_, value, schema, problems) => {
    expect(messages(value, schema)).toEqual(problems);
  });
});

test.each([
  ['any value', null, {}],
  ['0.3 as a multiple of 0.1', 0.3, { multipleOf: 0.1 }],
  ['a whole number written as a fraction', 2.0, { type: 'integer' }],
  ['an astral character as one', '😀', { maxLength: 1 }],
  ['keywords it does not know', 1, { 'x-note': 'hi', if: {} }],
])('%s fits', (_, value, schema) => {
  expect(checkJsonSchema(value, schema)).toEqual([]);
});

test('an endlessly recursive schema is refused, not followed forever', () => {
  expect(checkJsonSchema(1, { $ref: '#' })).toEqual([]);
});

test('a schema that branches into itself is refused, too', () => {
  const schema = { anyOf: [{ $ref: '#' }, { allOf: [{ $ref: '#' }, { $ref: '#' }] }] };
  expect(messages(1, schema).length).toBeLessThanOrEqual(20);
});

test('no JSON as schema or value makes it throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (value, schema) =>
      Array.isArray(checkJsonSchema(value, schema as Record<string, unknown>)),
    ),
  );
});

const count = (most: number) => Array.from({ length: most }, (_, index) => index);
const numbers = count(240_000).map((index) => index % 10);
const objects = count(30_000).map((a) => ({ a, b: 'x' }));
const largeValues: Readonly<Record<string, unknown>> = {
  numbers,
  objects,
  'a text': 'x'.repeat(4_500_000),
  texts: Array(9_000).fill('a@b.c'.repeat(60)),
  fields: Object.fromEntries(count(60_000).map((index) => [`k${index}`, 1])),
  'long names': Object.fromEntries(count(400).map((index) => [`${'n'.repeat(10_000)} ${index}`, 1])),
  'deep objects': count(180).reduce<unknown>((value) => ({ a: value }), 1),
};
const consts = (most: number, make: (index: number) => unknown = (index) => `option-${index}`) =>
  count(most).map((index) => ({ const: make(index), title: `Option ${index}` }));
const branching = {
  properties: { a: { anyOf: [{ $ref: '#/$defs/b' }, { $ref: '#/$defs/b' }] } },
  anyOf: [{ $ref: '#/$defs/b' }],
};
const costlySchemas: Readonly<Record<string, Record<string, unknown>>> = {
  'many choices': { anyOf: consts(2_000) },
  'one of many choices': { oneOf: consts(2_000) },
  'many options': { enum: count(20_000).map(String) },
  'many options for each item': { items: { enum: Array(5_000).fill('y') } },
  'choices for each item': { items: { anyOf: consts(20) } },
  'long choices': { anyOf: consts(200, (index) => [...numbers.slice(0, -1), index + 20]) },
  'choices of objects': { anyOf: consts(500, (index) => [...objects.slice(0, -1), index]) },
  'empty choices': { anyOf: consts(2_000, () => ({})) },
  'many that it is not': { allOf: consts(2_000).map((not) => ({ not })) },
  'long texts in errors': { items: { enum: [numbers, 'x'.repeat(4_000_000)] } },
  'no item twice, again and again': { allOf: Array(2_000).fill({ uniqueItems: true }) },
  'schemas without keywords': { items: { allOf: Array(100_000).fill(true) }, allOf: Array(100_000).fill({}) },
  'no other fields': { anyOf: Array(5_000).fill({ additionalProperties: false }) },
  'many types': { items: { type: Array(10_000).fill('null') } },
  'many required fields': { required: count(100_000).map((index) => `r${index}`) },
  'a long reference': { items: { $ref: `#/${'a/'.repeat(100_000)}` } },
  'a reference to itself': { $ref: '#' },
  'references that branch': { $ref: '#/$defs/b', $defs: { b: branching } },
  'a pattern that looks back': { items: { pattern: '^(a+)+$' } },
  'many patterns': { allOf: Array(5_000).fill({ pattern: '(a|b|c){200}x' }) },
  'many lengths': { allOf: Array(5_000).fill({ minLength: 1 }) },
  formats: { items: { format: 'email' }, allOf: Array(100).fill({ format: 'uri' }) },
  'if for each item': { items: { if: { const: 1 }, else: { if: { const: 2 }, else: { const: 3 } } } },
  'a choice for each field': { additionalProperties: { anyOf: consts(100) } },
};

// Each could hold the process for minutes or for ever: schema and value may both be a model's or a stranger's.
test.each(Object.entries(costlySchemas))('%s: the check of a large value ends soon, with short texts', async (_, schema) => {
  const slow: string[] = [];
  for (const [name, value] of Object.entries(largeValues)) {
    const block = await longestBlockMs(async () => {
      const texts = messages(value, schema).join('');
      if (texts.length > 250_000) slow.push(`${name}: ${texts.length} characters`);
    });
    if (block >= 2 * BLOCK_LIMIT_MS) slow.push(`${name}: ${Math.round(block)} ms`);
  }
  expect(slow).toEqual([]);
});

test('a value that was not checked to its end fits no schema, and none that says what it is not', () => {
  const tooLarge = ': is too large to be checked against this schema';
  expect(messages(numbers, { items: { enum: count(100).map(String) } })).not.toEqual([]);
  expect(messages(numbers, { not: { items: { type: 'number', minimum: 0 } } })).toEqual([tooLarge]);
  expect(messages(numbers, { if: { items: { type: 'number', minimum: 0 } }, else: {} })).toEqual([tooLarge]);
});

test('a pattern that cannot be matched in linear time rejects no text', () => {
  expect(messages('b', { pattern: '^(?=a)b' })).toEqual([]);
  expect(messages('b', { pattern: '(' })).toEqual([]);
});

test('a reference that is no address is one to nothing', () => {
  expect(messages(1, { $ref: '#/%' })).toEqual([': the schema refers to #/%, which it does not hold']);
});

test.each(['date-time', 'date', 'time', 'email', 'uri', 'uuid', 'hostname', 'ipv4', 'ipv6'])(
  'the format %s takes linear time on hostile texts of a million characters',
  (format) => {
    const parts = ['.', '@', 'a@', 'a.', '-', ':', '0', '1.', ' ', 'a', '[', '/', '2020-01-01T00:00:00.0', '\n'];
    const texts = parts.flatMap((part) => {
      const run = part.repeat(1_000_000 / part.length);
      return [run, `a@${run}@`, `${run}!`, `http://${run}`];
    });
    const start = threadCpuMs();
    for (const text of texts) checkJsonSchema(text, { type: 'string', format });
    // 56 texts; a quadratic check of one of them takes hours.
    expect(threadCpuMs() - start).toBeLessThan(15_000);
  },
);

test('if decides between then and else', () => {
  const schema = {
    if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { properties: { size: { type: 'number' } } },
    else: { required: ['name'] },
  };
  expect(checkJsonSchema({ kind: 'a', size: 3 }, schema)).toEqual([]);
  expect(checkJsonSchema({ kind: 'a', size: 'three' }, schema)).toMatchObject([{ path: 'size' }]);
  expect(checkJsonSchema({ kind: 'b', size: 'three' }, schema)).toMatchObject([{ path: 'name' }]);
  expect(checkJsonSchema({ name: 'b', size: 'three' }, schema)).toEqual([]);
});
