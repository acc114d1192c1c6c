import { describe, expect, test } from 'vitest';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import { makeCellAligner } from './align-cells.ts';
import { readHtml } from './read-html.ts';

/** Rows of all tables, as `a|b`. */
function rowsOf(html: string): string[] {
  const rows: string[][] = [];
  const ignore = () => {};
  const reader = {
    open: (name: string) => {
      if (name === 'tr') rows.push([]);
      if (name === 'td' || name === 'th') rows.at(-1)?.push('');
    },
    close: ignore,
    text: (text: string) => {
      const row = rows.at(-1);
      if (row && row.length > 0) row[row.length - 1] += text;
    },
  };
  readHtml(html, makeCellAligner(html).around(reader));
  return rows.map((row) => row.join('|'));
}

describe('cells stand under their columns', () => {
  test.each([
    ['below a cell of two rows', '<tr><td rowspan=2>M<td>1<td>2<tr><td>3<td>4', ['M|1|2', '|3|4']],
    ['below one in the middle', '<tr><td>a<td rowspan="3">M<td>b<tr><td>1<td>2<tr><td>3<td>4', ['a|M|b', '1||2', '3||4']],
    ['below one at the end', '<tr><td>a<td rowspan=2>M<tr><td>1', ['a|M', '1|']],
    ['beside a cell of two columns', '<tr><th colspan=2>Q1<th>Q2<tr><td>1<td>2<td>3', ['Q1||Q2', '1|2|3']],
    ['beside one at the end', '<tr><th>A<th colspan=2>B<tr><td>1<td>2<td>3', ['A|B|', '1|2|3']],
    ['around a block', '<tr><td rowspan=2 colspan=2>M<td>1<tr><td>2<tr><td>3<td>4<td>5', ['M||1', '||2', '3|4|5']],
    ['below several blocks', '<tr><td rowspan=2>A<td>b<td rowspan=2>C<td>d<tr><td>1<td>2', ['A|b|C|d', '|1||2']],
    ['where a row is covered as a whole', '<tr><td rowspan=2>A<tr><tr><td>1', ['A', '', '1']],
    ['to the end of the group', '<tbody><tr><td rowspan=0>A<td>1<tr><td>2<tbody><tr><td>3<td>4', ['A|1', '|2', '3|4']],
    ['never beyond the group', '<thead><tr><th rowspan=9>A<th>B</thead><tr><td>1<td>2', ['A|B', '1|2']],
    ['of a row that is one cell', '<tr><td colspan="100">All<tr><td>1<td>2', ['All|', '1|2']],
    ['with a span that no table has', '<tr><td colspan=1000000>A<td>B<tr><td>1<td>2', ['A||B', '1|2']],
    ['with spans that are no numbers', '<tr><td colspan=x rowspan="-1">A<td>B<tr><td>1<td>2', ['A|B', '1|2']],
  ])('%s', (_, rows, expected) => {
    expect(rowsOf(`<table>${rows}</table>`)).toEqual(expected);
  });
});

test('a table in a cell is aligned by itself', () => {
  const inner = '<table><tr><td rowspan=2>x<td>y<tr><td>z</table>';
  expect(rowsOf(`<table><tr><td rowspan=2>M<td>${inner}<tr><td>1</table>`)).toEqual(['M|', 'x|y', '|z', '|1']);
});

test.each([
  ['cells over many rows', '<td rowspan=65534>', '<tr><td>'],
  ['cells over many rows and columns', '<td rowspan=65534 colspan=1000>', '<tr><td>'],
  ['rows without cells', '<td rowspan=65534>', '<tr>'],
])('half a megabyte of %s is read in linear time, and adds no more cells than it has characters', (_, cell, row) => {
  const html = `<table><tr>${cell.repeat(250_000 / cell.length)}${row.repeat(250_000 / row.length)}</table>`;
  const startedAt = threadCpuMs();
  const aligner = makeCellAligner(html);
  let cells = 0;
  const ignore = () => {};
  readHtml(html, aligner.around({ open: () => cells++, close: ignore, text: ignore }));
  expect(cells).toBeLessThan(2 * html.length);
  expect(threadCpuMs() - startedAt).toBeLessThan(4000);
});
