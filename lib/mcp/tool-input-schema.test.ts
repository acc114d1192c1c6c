import { expect, test } from 'vitest';
import { checkJsonSchema } from '../workflow/check-json-schema.ts';
import { inputSchemaForModel, readInputSchema, tidySchema } from './tool-input-schema.ts';

const text = { type: 'string' };

test.each([
  ['missing', undefined, { type: 'object' }],
  ['null', null, { type: 'object' }],
  ['true', true, { type: 'object' }],
  ['the empty list of PHP', [], { type: 'object' }],
  ['without a type', {}, { type: 'object' }],
  ['of several types', { type: ['object', 'null'], properties: { a: text } }, { type: 'object', properties: { a: text } }],
  [
    'with nulls',
    { type: 'object', properties: { a: { ...text, description: null } }, required: null },
    { type: 'object', properties: { a: text } },
  ],
  ['with a list of properties', { type: 'object', properties: [] }, { type: 'object' }],
  ['with a property of null', { type: 'object', properties: { a: null } }, { type: 'object', properties: { a: {} } }],
  ['with an unknown type', { type: 'object', properties: { a: { type: 'any' } } }, { type: 'object', properties: { a: {} } }],
  [
    'of draft 4',
    {
      id: 'a',
      type: 'object',
      properties: { n: { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false } },
    },
    { id: 'a', type: 'object', properties: { n: { type: 'number', minimum: 1, exclusiveMinimum: 1, maximum: 9 } } },
  ],
  [
    'with a tuple of draft 7',
    { type: 'object', properties: { p: { type: 'array', items: [text, { type: 'integer' }] } } },
    { type: 'object', properties: { p: { type: 'array', prefixItems: [text, { type: 'integer' }] } } },
  ],
  [
    'with alternatives at its root',
    {
      anyOf: [
        { type: 'object', properties: { id: text, of: text }, required: ['id', 'of'] },
        { type: 'object', properties: { name: text, of: text }, required: ['name', 'of'] },
      ],
    },
    { type: 'object', properties: { id: text, of: text, name: text }, required: ['of'] },
  ],
  [
    'with parts at its root',
    {
      type: 'object',
      allOf: [{ $ref: '#/$defs/a' }, { required: ['b'] }],
      properties: { b: text },
      $defs: { a: { properties: { a: text }, required: ['a'] } },
    },
    {
      type: 'object',
      properties: { a: text, b: text },
      required: ['a', 'b'],
      $defs: { a: { properties: { a: text }, required: ['a'] } },
    },
  ],
  [
    'that is a reference',
    { $ref: '#/definitions/Args', definitions: { Args: { type: 'object', properties: { a: text } } } },
    { type: 'object', properties: { a: text }, definitions: { Args: { type: 'object', properties: { a: text } } } },
  ],
])('a schema of arguments that is %s is one that providers take', (_, found, expected) => {
  const read = readInputSchema(found);
  if ('problem' in read) throw new Error(read.problem);
  expect(inputSchemaForModel(read.schema)).toEqual(expected);
});

test('a schema that is right stays the same object, with null where it is a value', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { a: { enum: ['x', null], default: null }, null: { const: null }, required: { type: ['string', 'null'] } },
    required: ['a'],
    additionalProperties: false,
  };
  expect(inputSchemaForModel(schema)).toBe(schema);
});

test('arguments are checked against the alternatives, although models do not see them', () => {
  const schema = tidySchema({ anyOf: [{ required: ['a'] }, { required: ['b'] }], properties: { a: text, b: text } });
  expect(checkJsonSchema({ a: 'x' }, schema)).toEqual([]);
  expect(checkJsonSchema({}, schema)).not.toEqual([]);
});

test.each([
  ['a text', 'object'],
  ['false', false],
  ['a list with something', [text]],
  ['of no object', { type: 'string' }],
])('what is %s says why no arguments can follow it', (_, found) => {
  expect(readInputSchema(found)).toEqual({ problem: expect.any(String) });
});
