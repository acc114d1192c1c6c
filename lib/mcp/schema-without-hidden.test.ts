import { expect, test } from 'vitest';
import { schemaWithoutHidden } from './schema-without-hidden.ts';

const hidden = '\u{e0041}\u{e0042}';

test('texts about arguments lose hidden characters, at any depth and whatever the arguments are called', () => {
  const schemaWith = (mark: string) => ({
    type: 'object',
    description: `All${mark}`,
    properties: {
      description: { type: 'string', title: `Text${mark}`, default: `none${mark}` },
      enum: { type: 'array', items: { $ref: '#/$defs/item' } },
    },
    $defs: { item: { anyOf: [{ type: 'string', description: `Item${mark}`, examples: [{ a: `x${mark}` }] }] } },
  });
  expect(schemaWithoutHidden(schemaWith(hidden))).toEqual(schemaWith(''));
});

test('names and choices stay, since the server compares them', () => {
  const schema = { properties: { [`a${hidden}`]: { enum: [`x${hidden}`], pattern: `y${hidden}` } }, required: [`a${hidden}`] };
  expect(schemaWithoutHidden(schema)).toEqual(schema);
});

test('a schema without hidden characters is the same object', () => {
  const schema = { type: 'object', properties: { text: { type: 'string', description: 'A text.' } } };
  expect(schemaWithoutHidden(schema)).toBe(schema);
});
