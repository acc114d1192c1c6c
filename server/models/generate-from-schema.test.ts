import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import { generateFromPattern } from './generate-from-pattern.ts';
import { generateFromSchema } from './generate-from-schema.ts';

const bounds = (low: string, high: string, max: number) =>
  fc.option(
    fc.tuple(fc.nat({ max }), fc.nat({ max })).map(([a, b]) => ({ [low]: Math.min(a, b), [high]: Math.max(a, b) })),
    { nil: {} },
  );

const leaf = fc.oneof(
  bounds('minLength', 'maxLength', 30).map((rest) => ({ type: 'string', ...rest })),
  fc
    .constantFrom('date-time', 'date', 'time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname')
    .map((format) => ({ type: 'string', format })),
  fc
    .constantFrom('^[A-Z]{3}$', '^\\d{4}-\\d{2}$', '^(a|b)+x?$', '[^a-z]', '^#[0-9a-fA-F]{6}$', '^\\w+@\\w+\\.com$')
    .map((pattern) => ({ type: 'string', pattern })),
  bounds('minimum', 'maximum', 1000).map((rest) => ({ type: 'number', ...rest })),
  bounds('minimum', 'maximum', 1000).map((rest) => ({ type: 'integer', ...rest })),
  fc.integer({ min: -50, max: 50 }).map((low) => ({ type: 'integer', exclusiveMinimum: low, exclusiveMaximum: low + 2 })),
  fc.integer({ min: -50, max: 50 }).map((low) => ({ type: 'number', exclusiveMinimum: low, exclusiveMaximum: low + 1 })),
  fc.integer({ min: -50, max: 50 }).map((low) => ({ type: 'integer', minimum: low, multipleOf: 7 })),
  fc.constantFrom({ type: 'boolean' }, { type: 'null' }, {}, { type: ['string', 'null'] }, { type: ['integer', 'string'] }),
  fc
    .uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), { minLength: 1, maxLength: 4 })
    .map((options) => ({ enum: options })),
  fc.oneof(fc.string(), fc.integer(), fc.boolean()).map((value) => ({ const: value })),
);

const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .tuple(
        fc.dictionary(fc.stringMatching(/^[a-z][a-zA-Z_]{0,8}$/), tie('schema'), { maxKeys: 4 }),
        fc.nat({ max: 15 }),
        fc.boolean(),
      )
      .map(([properties, mask, isClosed]) => ({
        type: 'object',
        properties,
        required: Object.keys(properties).filter((_, index) => mask & (1 << index)),
        ...(isClosed && { additionalProperties: false }),
      })),
    fc.tuple(tie('schema'), bounds('minItems', 'maxItems', 4)).map(([items, rest]) => ({ type: 'array', items, ...rest })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
  ),
}));

test('for any schema of the usual kinds there is a value that fits, by our check and by zod', () => {
  fc.assert(
    fc.property(anySchema, (schema) => {
      const value = generateFromSchema(schema);
      expect(value).not.toBeUndefined();
      expect(checkJsonSchema(value, schema)).toEqual([]);
      expect(z.fromJSONSchema(schema).safeParse(value)).toMatchObject({ success: true });
    }),
    { numRuns: 500 },
  );
});

describe('fits', () => {
  const tree = {
    type: 'object',
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
    required: ['name'],
  };
  test.each<[title: string, schema: JsonSchema]>([
    ['a recursive tree', { $ref: '#/$defs/tree', $defs: { tree } }],
    [
      'a linked list that ends in null',
      { type: 'object', required: ['next'], properties: { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } } },
    ],
    ['one alternative only', { oneOf: [{ type: 'number' }, { type: 'integer' }, { type: 'string' }] }],
    [
      'the sum of parts',
      {
        allOf: [
          { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
          { required: ['b'], properties: { b: { enum: ['x'] } } },
        ],
      },
    ],
    ['items that differ', { type: 'array', items: { type: 'string' }, minItems: 3, uniqueItems: true }],
    ['options that differ', { type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 3, uniqueItems: true }],
    ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2 }],
    ['a map', { type: 'object', additionalProperties: { type: 'number' }, minProperties: 2 }],
    ['fields without a type', { properties: { a: { minimum: 3 } }, required: ['a'] }],
    [
      'a union by kind',
      {
        oneOf: [
          { type: 'object', properties: { kind: { const: 'a' }, n: { type: 'integer' } }, required: ['kind', 'n'] },
          { type: 'object', properties: { kind: { const: 'b' } }, required: ['kind'] },
        ],
      },
    ],
    ['minimum and multipleOf', { type: 'number', minimum: 0.15, multipleOf: 0.1 }],
  ])('%s', (_, schema) => {
    expect(checkJsonSchema(generateFromSchema(schema), schema)).toEqual([]);
  });
});

test.each([
  [{ type: 'string', minLength: 2, maxLength: 1 }],
  [{ enum: [] }],
  [{ $ref: '#' }],
  [{ type: 'array', items: false, minItems: 1 }],
  [{ anyOf: [{ $ref: '#' }, { $ref: '#' }, { $ref: '#' }] }],
])('a schema that nothing fits gives undefined: %j', (schema) => {
  expect(generateFromSchema(schema)).toBeUndefined();
});

test.each([
  ['^[A-Z]{2,4}$', 0, 'AA'],
  ['^(?:ab|c)d?$', 0, 'ab'],
  ['^a+$', 5, 'aaaaa'],
  ['^(?<year>\\d{4})$', 0, '0000'],
  ['^(?=a)b$', 0, undefined],
  ['[', 0, undefined],
  ['a{1', 0, undefined],
  ['a{1,}', 3, 'aaa'],
  // the platform's RegExp would take for ever to see that nothing fits
  ['^((a+)+)+$b', 0, undefined],
])('a text for %s of at least %i', (pattern, minLength, text) => {
  expect(generateFromPattern(pattern, { minLength })).toBe(text);
});
