import { expect, test } from 'vitest';
import { mergeConfig } from './merge-config.ts';

test.each([
  [
    { a: 1, b: 2 },
    { b: 3, c: 4 },
    { a: 1, b: 3, c: 4 },
  ],
  [
    { models: { main: { model: 'a', stop: ['x', 'y'] } } },
    { models: { main: { stop: ['z'] } } },
    { models: { main: { model: 'a', stop: ['z'] } } },
  ],
  [
    { models: { main: { model: 'a' } } },
    { models: { other: { model: 'b' } } },
    { models: { main: { model: 'a' }, other: { model: 'b' } } },
  ],
  [{ search: { provider: 'tavily' }, files: 1 }, { search: null, http: null }, { files: 1 }],
  [{}, { models: { main: { base_url: null, model: 'a' } } }, { models: { main: { model: 'a' } } }],
  [{}, {}, {}],
  [{ a: 1 }, undefined, { a: 1 }],
])('%j under %j is %j', (base, over, expected) => {
  expect(mergeConfig(base, over)).toEqual(expected);
});

test('a key of objects in general is no key of a mapping', () => {
  expect(Object.keys(mergeConfig({}, { toString: { a: 1 } }) as object)).toEqual(['toString']);
});
