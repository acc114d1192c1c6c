import { expect, test } from 'vitest';
import { schemaOfValue } from './schema-of-value.ts';
import { findInSchema } from './schema-path.ts';

const answer = { reply: 'Hi', count: 2, orders: [{ id: 1 }, { id: 'A-7', note: null }], none: [] };

test.each([
  [['reply'], 'found'],
  [['repyl'], 'absent'],
  [['orders', 5, 'id'], 'found'],
  [['orders', 0, 'note'], 'found'],
  [['orders', 0, 'notes'], 'absent'],
  [['reply', 'text'], 'absent'],
  [['none', 0, 'anything'], 'unknown'],
])('%j is %s', (path, kind) => {
  expect(findInSchema(schemaOfValue(answer), path).kind).toBe(kind);
});

test('the types of all entries count', () => {
  expect(findInSchema(schemaOfValue(answer), ['orders', 0, 'id'])).toMatchObject({
    schema: { anyOf: [{ type: 'number' }, { type: 'string' }] },
  });
});

test('a value with very many keys, or very deep, is open below', () => {
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key${index}`, index]));
  expect(schemaOfValue(wide)).toEqual({ type: 'object' });
  let deep: unknown = 1;
  for (let level = 0; level < 10_000; level++) deep = { deep };
  expect(JSON.stringify(schemaOfValue(deep)).length).toBeLessThan(2000);
});
