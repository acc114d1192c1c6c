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

test('thousands of unknown names are looked up fast, and the budget is renewed in the next turn', { timeout: 4000 }, async () => {
  const name = (index: number) => `${'abcdefghij'.repeat(5)}${String(index).padStart(8, '0')}`;
  const names = Array.from({ length: 5000 }, (_, index) => name(index));
  const meant = names.map((_, index) => didYouMean(name(index + 5000), names));
  expect(meant[0]).toBeDefined();
  expect(meant.at(-1)).toBeUndefined();
  await Promise.resolve();
  expect(didYouMean('boddy', ['body'])).toBe('body');
});
