import { expect, test } from 'vitest';
import { readDocument } from './read-document.ts';

const read = (html: string, format: 'text' | 'markdown' = 'text') =>
  readDocument({ name: 'a.html', bytes: Buffer.from(html), mediaType: '', format });

test('merged cells of a page leave empty ones, in its tables and in its text', async () => {
  const html = '<table><tr><th rowspan=2>M<th colspan=2>Sales<tr><td>1<td>2<tr><td>3<td>4<td>5</table>';
  const { tables } = await read(html);
  expect(tables[0]?.rows).toEqual([
    ['M', 'Sales', ''],
    ['', '1', '2'],
    ['3', '4', '5'],
  ]);
  expect((await read(html, 'markdown')).text).toBe('| M | Sales | |\n| --- | --- | --- |\n| | 1 | 2 |\n| 3 | 4 | 5 |');
});

test('cells without end tags are in their own rows', async () => {
  expect((await read('<table><tr><td>a<tr><td>b</table>')).tables[0]?.rows).toEqual([['a'], ['b']]);
});

test('spans that claim more cells than the page can hold are not aligned, which is said', async () => {
  const html = `<table><tr>${'<td rowspan=60000>x'.repeat(500)}${'<tr><td>y'.repeat(500)}</table>`;
  expect((await read(html)).warnings.map(({ code }) => code)).toEqual(['cells-not-aligned']);
});
