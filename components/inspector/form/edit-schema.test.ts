import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import {
  addSchemaField,
  orderSchemaFields,
  removeSchemaField,
  renameSchemaField,
  schemaFields,
  schemaTypeOf,
  setKeyword,
  setRequired,
  setSchemaField,
  setSchemaType,
} from './edit-schema.ts';

const order: JsonSchema = {
  $comment: 'kept',
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^A' },
    total: { type: 'number', description: 'In euros' },
    who: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['id', 'total'],
  additionalProperties: false,
};

test('the fields of a schema are listed in its order', () => {
  expect(schemaFields(order).map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['id', true],
    ['total', true],
    ['who', false],
  ]);
});

test('a schema that the form cannot show has no type', () => {
  const types = [order, { anyOf: [] }, { type: ['string', 'null'] }, { $ref: '#/$defs/a' }, {}, true, { type: 'string' }];
  expect(types.map(schemaTypeOf)).toEqual(['object', undefined, undefined, undefined, undefined, undefined, 'string']);
});

test('a field is renamed in its place, and stays required', () => {
  const renamed = renameSchemaField(order, 'id', 'key');
  expect(Object.keys(renamed.properties as object)).toEqual(['key', 'total', 'who']);
  expect(renamed.required).toEqual(['key', 'total']);
});

test('a field that is taken away is not required any more', () => {
  expect(removeSchemaField(order, 'id').required).toEqual(['total']);
  expect(removeSchemaField(removeSchemaField(order, 'id'), 'total')).not.toHaveProperty('required');
});

test('a new field is a text with a free name', () => {
  const once = addSchemaField(order);
  const twice = addSchemaField(once.schema);
  expect([once.name, twice.name]).toEqual(['field', 'field_2']);
  expect(twice.schema.required).toEqual(['id', 'total', 'field', 'field_2']);
});

test('another type keeps the common keywords, and drops those of the old type', () => {
  const text = { type: 'string', description: 'How fast', enum: ['slow', 'fast'], title: 'Speed' };
  expect(setSchemaType(text, 'number')).toEqual({ type: 'number', description: 'How fast', title: 'Speed' });
  expect(setSchemaType(text, 'array')).toEqual({
    type: 'array',
    description: 'How fast',
    title: 'Speed',
    items: { type: 'string' },
  });
  expect(setSchemaType({ type: 'integer', minimum: 1 }, 'number')).toEqual({ type: 'number', minimum: 1 });
});

test('no value of the old type is left that the new type excludes', () => {
  const size = { type: 'integer', title: 'Size', enum: [1, 2], default: 1, examples: [2] };
  expect(setSchemaType(size, 'string')).toEqual({ type: 'string', title: 'Size' });
  expect(setSchemaType(size, 'number')).toEqual({ ...size, type: 'number' });
  expect(setSchemaType({ type: 'number', enum: [1.5] }, 'integer')).toEqual({ type: 'integer' });
  expect(setSchemaType({ type: 'boolean', default: true }, 'object')).not.toHaveProperty('default');
});

const name = fc.stringMatching(/^[a-z]\w{0,5}$/);
const plainKeywords = {
  type: fc.constantFrom<unknown>('string', 'number', 'integer', 'boolean', 'object', 'array', ['string', 'null']),
  title: fc.string({ maxLength: 5 }),
  description: fc.string({ maxLength: 5 }),
  enum: fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 3 }),
  default: fc.constantFrom<unknown>(null, 1, 'a', [1], { b: true }),
  pattern: fc.string({ maxLength: 5 }),
  minimum: fc.integer(),
  required: fc.uniqueArray(name, { maxLength: 3 }),
  'x-own': fc.constantFrom<unknown>('kept', { kept: true }),
};
const leaf = fc.record(plainKeywords, { requiredKeys: [] });
const withInside = (inside: fc.Arbitrary<object>) =>
  fc.record(
    {
      ...plainKeywords,
      items: inside,
      properties: fc.dictionary(name, fc.oneof(inside, fc.boolean()), { maxKeys: 4 }),
      additionalProperties: fc.oneof(fc.boolean(), inside),
      anyOf: fc.array(inside, { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: [] },
  );
/** Any JSON Schema that people could paste: of keywords the form knows, and of others. */
const anySchema = withInside(withInside(leaf)).map((schema) => JSON.parse(JSON.stringify(schema)) as JsonSchema);

test('looking at a schema as a form and setting everything to what it is loses nothing', () => {
  fc.assert(
    fc.property(anySchema, (schema) => {
      let same = schema;
      for (const { name, schema: field, isRequired } of schemaFields(schema)) {
        same = setRequired(renameSchemaField(same, name, name), name, isRequired);
        const type = schemaTypeOf(field);
        if (type === undefined) continue;
        same = setSchemaField(same, name, setKeyword(setSchemaType(field, type), 'enum', field.enum));
      }
      same = schema.properties === undefined ? same : orderSchemaFields(same, Object.keys(schema.properties as object));
      expect(same).toEqual(schema);
    }),
  );
});

test('a field that was added and taken away again leaves the schema as it was', () => {
  fc.assert(
    fc.property(anySchema, (schema) => {
      const added = addSchemaField(schema);
      const { properties = {}, required, ...rest } = removeSchemaField(added.schema, added.name);
      expect({ properties, required: required ?? [], ...rest }).toEqual({ properties: {}, required: [], ...schema });
    }),
  );
});

test('changing one field leaves all others as they were', () => {
  fc.assert(
    fc.property(anySchema, anySchema, (schema, field) => {
      const [first, ...others] = schemaFields(schema);
      if (!first) return;
      const changed = schemaFields(setSchemaField(schema, first.name, field));
      expect(changed).toEqual([{ ...first, schema: field }, ...others]);
    }),
  );
});
