import { expect, test } from 'vitest';
import { didYouMean, editDistance } from './did-you-mean.ts';

test.each([
  ['boddy', ['status', 'body', 'headers'], 'body'],
  ['fetchPage', ['fetch_page', 'start'], 'fetch_page'],
  ['tempalte', ['template', 'set'], 'template'],
  ['STATUS', ['status'], 'status'],
])('%s among %j was meant as %s', (word, candidates, meant) => {
  expect(didYouMean(word, candidates)).toBe(meant);
});

test.each([
  ['x', ['y']],
  ['zebra', ['body', 'status']],
  ['body', []],
  ['a'.repeat(1000), ['a'.repeat(999)]],
])('%s is not near any of %j', (word, candidates) => {
  expect(didYouMean(word, candidates)).toBeUndefined();
});

test('a swap of neighbours counts as one change', () => {
  expect(editDistance('abcd', 'abdc')).toBe(1);
});
