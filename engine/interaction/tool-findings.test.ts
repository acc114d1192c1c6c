import { expect, test } from 'vitest';
import { CitationList } from '#lib/text/citation.ts';
import { citationsOfResult } from './tool-findings.ts';

const list = new CitationList();
for (const page of ['a', 'b', 'c']) list.add({ url: `https://example.org/${page}` });
const citedBy = (output: unknown) => citationsOfResult(output, list.all).map(({ index }) => index);

test('texts cite at any depth, and lists of numbers do not', () => {
  expect(citedBy({ summary: 'It rose [2].', data: { counts: [1], rows: [{ note: 'See [3]' }] } })).toEqual([2, 3]);
});

test('an agent that cites nothing has what it read, also with numbers in its data', () => {
  expect(citedBy({ summary: 'It rose.', data: { counts: [3] } })).toEqual([1, 2, 3]);
  expect(citedBy(null)).toEqual([1, 2, 3]);
});
