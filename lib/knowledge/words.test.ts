import { expect, test } from 'vitest';
import { fuseRanks } from './fuse-ranks.ts';
import { toWordVector, wordsOf } from './words.ts';

test('a word is found in another form, without accents and case', () => {
  expect(wordsOf('Refunded refunds')).toEqual(['refund', 'refund']);
  expect(wordsOf('How long does the Rückerstattung take?')).toEqual(['long', 'ruckerstattung', 'take']);
});

test('Chinese is characters and pairs of them, next to Latin words and numbers', () => {
  expect(wordsOf('退款政策：iPhone15 保修2年')).toEqual([
    ...['退', '款', '政', '策', '退款', '款政', '政策'],
    'iphone15',
    ...['保', '修', '保修'],
    '2',
    '年',
  ]);
});

test('words that are in every question are left out', () => {
  expect(wordsOf('What is it that you would do?')).toEqual([]);
  expect(wordsOf('可以吗')).toEqual(['以吗']);
});

test('a vector is a literal of PostgreSQL, whatever the text contains', () => {
  expect(toWordVector({ headings: 'Returns', text: "it's C:\\dir 'x" })).toEqual({
    vector: "'return':1A 's':2 'c':3 'dir':4 'x':5",
    count: 5,
  });
});

test('what two lists rank high comes before what one ranks first', () => {
  const fused = fuseRanks([
    ['a', 'b', 'c'],
    ['d', 'b', 'a'],
  ]);
  expect(fused.map(({ id }) => id)).toEqual(['a', 'b', 'd', 'c']);
  expect(fuseRanks([['a'], ['a']])).toEqual([{ id: 'a', score: 1 }]);
});
