import { expect, test } from 'vitest';
import { meaningOf } from './node-meaning.ts';

const node = (config: Record<string, unknown>, type = 'http') => ({ type, config }) as Parameters<typeof meaningOf>[0];

test('the order of keys and the identity of objects do not matter', () => {
  const one = meaningOf(node({ url: 'a', query: { x: 1, y: [2, { b: 1, a: 2 }] } }));
  expect(meaningOf(node({ query: { y: [2, { a: 2, b: 1 }], x: 1 }, url: 'a' }))).toBe(one);
});

test.each([
  [node({ url: 'b', list: [1, 2] })],
  [node({ url: 'a', list: [2, 1] })],
  [node({ url: 'a', list: [1, 2], more: null })],
  [node({ url: 'a', list: [1, 2] }, 'code')],
])('another value, order of a list, field or type does', (other) => {
  expect(meaningOf(other)).not.toBe(meaningOf(node({ url: 'a', list: [1, 2] })));
});
