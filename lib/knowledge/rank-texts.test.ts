import { expect, test } from 'vitest';
import { rankTexts } from './rank-texts.ts';

const texts = [
  { text: 'Prefers short answers in German.' },
  { text: 'Has a cat named Miro, and is allergic to dogs.' },
  { text: '用户住在上海，喜欢骑自行车。' },
];

test('by words: what shares none is not found, rare words count more, Chinese too', () => {
  expect(rankTexts({ text: 'What is my cat called?' }, texts)).toEqual([1]);
  expect(rankTexts({ text: '我可以在上海骑车吗' }, texts)).toEqual([2]);
  expect(rankTexts({ text: 'weather' }, texts)).toEqual([]);
  expect(rankTexts({ text: '' }, texts)).toEqual([]);
  expect(rankTexts({ text: 'answers answers cat dogs' }, texts)).toEqual([1, 0]);
});

test('by meaning where there are vectors of the same length, fused with words', () => {
  const withVectors = texts.map((one, index) => ({ ...one, vector: [index === 0 ? 1 : 0, index === 2 ? 1 : 0] }));
  expect(rankTexts({ text: 'language', vector: [1, 0] }, withVectors)).toEqual([0]);
  // Each is first in one list; the words decide.
  expect(rankTexts({ text: 'cat', vector: [0.9, 0.1] }, withVectors)).toEqual([1, 0]);
  expect(rankTexts({ text: 'cat', vector: [1, 0, 0] }, withVectors)).toEqual([1]);
});
