import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { DocumentFormat } from '#lib/ports/document-reader.ts';
import { readDocument } from '../read-document.ts';

const read = (rtf: string | Buffer, { name = 'a.rtf', format = 'text' }: { name?: string; format?: DocumentFormat } = {}) =>
  readDocument({ name, bytes: Buffer.from(rtf as string), mediaType: '', format });
const fonts = String.raw`{\fonttbl{\f0\fswiss Arial;}{\f1\fnil\fcharset134 SimSun;}{\f2\fnil\fcharset128 MS Mincho;}{\f3\fnil\fcharset204 Arial;}{\f4\fnil\fcharset129 Batang;}}`;
const document = (body: string, head = '') => String.raw`{\rtf1\ansi\ansicpg1252\deff0${fonts}${head}${body}}`;
const textOf = async (body: string) => (await read(document(body))).text;

describe('text', () => {
  test.each([
    ['letters by their byte', String.raw`M\'fcller`, 'Müller'],
    [
      'the charset of the font',
      String.raw`{\f1 \'c4\'e3\'ba\'c3} {\f3 \'cf\'f0\'e8\'e2\'e5\'f2} {\f4 \'b0\'e8\'be\'e0}`,
      '你好 Привет 계약',
    ],
    ['characters whose second byte is a letter or a backslash', String.raw`\f2 \'83A\'83\\`, 'アソ'],
    [
      'Unicode, and what old programs show for it',
      String.raw`\u20320?\u22909? \uc2\u8364\'80\'80\uc0\u-10179\u-8704 x`,
      '你好 €😀x',
    ],
    ['the Unicode part of two', String.raw`{\upr{ansi}{\*\ud{\u20320?}}}`, '你'],
    ['quotes, dashes and blanks', String.raw`\ldblquote a\rdblquote\emdash b\~c\_d`, '“a”—b c‑d'],
    ['backslashes and braces', String.raw`a\\b\{c\}`, 'a\\b{c}'],
    ['paragraphs and lines', 'a\\par\nb\\line c\\par\n', 'a\n\nb\nc'],
    [
      'results of fields, not their instructions',
      String.raw`See {\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt page}}`,
      'See page',
    ],
    [
      'what a field without a result shows',
      String.raw`{\field{\*\fldinst {MACROBUTTON  None }{\b Your name}}} and {\field{\*\fldinst PAGE}}x`,
      'Your name and x',
    ],
    ['none of what programs keep', String.raw`{\*\generator Foo;}{\colortbl;\red0;}a{\*\bkmkstart b}`, 'a'],
    [
      'footnotes, headers and text boxes, after it',
      String.raw`{\header Head\par}a{\footnote Note} b{\shp{\*\shpinst{\sp{\sn x}{\sv y}}{\shptxt Box\par}}{\shprslt{\*\do{\dptxbxtext Box}}}}\par`,
      'a b\n\nHead\n\nNote\n\nBox',
    ],
  ])('%s', async (_, body, expected) => {
    expect(await textOf(body)).toBe(expected);
  });
});

test('a field without a result whose text nobody can say is reported', async () => {
  const { text, warnings } = await read(
    document(String.raw`To {\field{\*\fldinst DOCPROPERTY Client}}, {\field{\*\fldinst X}{\fldrslt hi}}`),
  );
  expect([text, warnings]).toEqual(['To , hi', [{ code: 'fields-without-result', place: '', detail: 'DOCPROPERTY', count: 1 }]]);
});

test('headings, bold text, tables and facts', async () => {
  const head = String.raw`{\stylesheet{\s1\outlinelevel0 Title;}{\s2\b\snext0 heading 2;}}{\info{\title T\'e9a}{\author Ann}}`;
  const row = (...cells: string[]) => String.raw`\trowd\intbl ${cells.join(String.raw`\cell `)}\cell\row`;
  const body = String.raw`\pard\s1 Tea\par\pard It is {\b hot}.\par\pard\s2 Prices\par\pard ${row('Sort', 'Price')}${row('Green', String.raw`4\par each`)}\pard End\par`;
  const { kind, text, tables, metadata, warnings } = await read(document(body, head), { format: 'markdown' });
  expect(text).toBe('# Tea\n\nIt is **hot**.\n\n## Prices\n\n| Sort | Price |\n| --- | --- |\n| Green | 4 each |\n\nEnd');
  expect(tables.map(({ rows }) => rows)).toEqual([
    [
      ['Sort', 'Price'],
      ['Green', '4 each'],
    ],
  ]);
  expect([kind, metadata, warnings]).toEqual(['rtf', { title: 'Téa', author: 'Ann' }, []]);
});

test.each(['note.rtf', 'note.doc', 'note', 'note.txt'])('%s is read as rich text', async (name) => {
  const bytes = readFileSync(new URL('../../../../tests/fixtures/documents/note.rtf', import.meta.url));
  expect(await read(bytes, { name })).toMatchObject({ kind: 'rtf', text: 'The price is 42 euro, Müller.\n\nSecond line.' });
});

test('what is not read is said', async () => {
  const body = String.raw`a{\v secret}{\pict\wmetafile8 0102ff}{\*\shppict{\pict 00}}{\nonshppict{\pict 00}}{\object\objemb{\*\objdata 0102}{\result b}}`;
  const { text, warnings } = await read(document(body).slice(0, -1));
  expect(text).toBe('ab');
  expect(warnings.map(({ code, count }) => [code, count])).toEqual([
    ['hidden-text-not-read', 1],
    ['pictures-not-read', 2],
    ['file-incomplete', 1],
    ['objects-not-read', 1],
  ]);
});

test('hostile ones end: braces that are never closed, a length beyond the end, numbers without end', async () => {
  expect((await read(`{\\rtf1 ${'{'.repeat(300_000)}a`)).text).toBe('a');
  expect((await read(String.raw`{\rtf1 a\bin2000000000 b}`)).text).toBe('a');
  expect((await read(`{\\rtf1 \\u${'9'.repeat(10_000)} a}`)).warnings).toEqual([]);
});

test('a name that says rich text of other content is refused', async () => {
  await expect(read('plain')).rejects.toMatchObject({ code: 'document-refused' });
});
