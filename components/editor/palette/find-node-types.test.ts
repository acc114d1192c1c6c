import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { listNodeTypes, searchNodeTypes } from './find-node-types.ts';

const types = listNodeTypes((id) => nodeRegistry[id]);
const found = (search: string) => searchNodeTypes(types, search).map(({ id }) => id);

test('every node type is listed once, the start first', () => {
  expect(types.map(({ id }) => id).toSorted()).toEqual(Object.keys(nodeRegistry).toSorted());
  expect(types[0]?.id).toBe('start');
});

test('matches in the title come before other matches', () => {
  expect(found('condition')[0]).toBe('condition');
  expect(found('condition')).toContain('loop');
  expect(found('  REQUEST http ')).toEqual(['http']);
  expect(found('no such thing')).toEqual([]);
  expect(found(' ')).toHaveLength(types.length);
});
