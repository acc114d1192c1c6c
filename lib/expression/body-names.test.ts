import { expect, test } from 'vitest';
import { compileCel } from './condition.ts';

const scope = {
  loop: { index: 2, last: { score: 7, tags: ['a'] } },
  map: { item: { n: 3 }, index: 0 },
  node: { loop: 5, map: 6 },
};

test.each([
  ['loop.index < 3', true],
  ['loop.last.score + loop.index == 9', true],
  ["loop.last['score'] == 7", true],
  ['map.item.n > map.index', true],
  ['node.loop + node . map == 11', true],
  ['\'loop.index\' == "loop.index"', true],
  ["loop.last.tags.map(t, t + 'x') == ['ax']", true],
  ['type({}) == map', true],
  ['has(loop.last) && !has(loop.nothing)', true],
])('%s', (source, value) => {
  expect(compileCel(source).evaluate(scope)).toBe(value);
});

test('references and errors use the names in the source', () => {
  const { references } = compileCel('loop.last.score > map.item.n');
  expect(references.map(({ root, text }) => [root, text])).toEqual([
    ['loop', 'loop.last.score'],
    ['map', 'map.item.n'],
  ]);
  expect(() => compileCel('loop.last.x > 1').evaluate(scope)).toThrow(/loop\.last has no field 'x'/);
});
