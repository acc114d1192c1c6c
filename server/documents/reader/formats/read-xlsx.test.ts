import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { DocumentFormat } from '#lib/ports/document-reader.ts';
import { makeZip } from '#tests/support/make-zip.ts';
import { readDocument } from '../read-document.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NAMESPACES = `xmlns="${MAIN}" xmlns:r="${TYPES}" xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"`;

type Sheet = { readonly content: string; readonly state?: string; readonly parts?: readonly Part[] };
type Part = { readonly type: string; readonly name: string; readonly content: string };
type Options = {
  readonly formats?: readonly string[];
  readonly strings?: string;
  readonly is1904?: boolean;
  readonly more?: readonly Part[];
};

const relations = (parts: readonly Part[]) =>
  `<Relationships>${parts.map(({ type, name }, index) => `<Relationship Id="r${index + 1}" Type="${TYPES}/${type}" Target="${name}"/>`).join('')}</Relationships>`;

/** A workbook whose styles 0, 1, … have these formats of numbers. */
function xlsx(sheets: readonly Sheet[], { formats = [], strings = '', is1904 = false, more = [] }: Options = {}): Buffer {
  const own = sheets.map((_, index) => ({ type: 'worksheet', name: `worksheets/sheet${index + 1}.xml`, content: '' }));
  const shared = [
    { type: 'styles', name: 'styles.xml', content: '' },
    { type: 'sharedStrings', name: 'sharedStrings.xml', content: '' },
  ];
  const codes = formats.map(
    (code, index) =>
      `<numFmt numFmtId="${index + 200}" formatCode="${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"/>`,
  );
  const entries = sheets.map(
    ({ state }, index) =>
      `<sheet name="S${index + 1}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="r${index + 1}"/>`,
  );
  return makeZip([
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${NAMESPACES}><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${entries.join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: relations([...own, ...shared]) },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet ${NAMESPACES}><numFmts>${codes.join('')}</numFmts><cellXfs>${formats.map((_, index) => `<xf numFmtId="${index + 200}"/>`).join('')}</cellXfs></styleSheet>`,
    },
    { name: 'xl/sharedStrings.xml', content: `<sst ${NAMESPACES}>${strings}</sst>` },
    ...sheets.flatMap(({ content, parts = [] }, index) => [
      { name: `xl/worksheets/sheet${index + 1}.xml`, content: `<worksheet ${NAMESPACES}>${content}</worksheet>` },
      { name: `xl/worksheets/_rels/sheet${index + 1}.xml.rels`, content: relations(parts) },
      ...parts.map((part) => ({ name: `xl/worksheets/${part.name}`, content: part.content })),
    ]),
    ...more.map(({ name, content }) => ({ name, content })),
  ]);
}
const read = (bytes: Buffer, format: DocumentFormat = 'text') => readDocument({ name: 'a.xlsx', bytes, mediaType: '', format });
const data = (...rows: readonly string[]) => ({
  content: `<sheetData>${rows.map((cells) => `<row>${cells}</row>`).join('')}</sheetData>`,
});
const rowsOf = async (bytes: Buffer) => (await read(bytes)).tables.map(({ rows }) => rows);

test.each([
  // Dates, times and durations.
  ['yyyy-mm-dd', '46000', '2025-12-09'],
  ['dd.mm.yyyy hh:mm', '46000.75', '2025-12-09T18:00:00.000Z'],
  ['[$-407]d. mmmm yyyy;@', '46000', '2025-12-09'],
  ['mmm yy', '46000', '2025-12-09'],
  ['yyyy"年"m"月"d"日"', '46000', '2025-12-09'],
  ['yyyy-mm-dd', '59', '1900-02-28'],
  ['h:mm', '0.5', '12:00'],
  ['h:mm AM/PM', '0.75', '18:00'],
  ['h:mm:ss', '0.5', '12:00:00'],
  ['h:mm', '0.50034722222222217', '12:00:30'],
  ['h:mm', '46000.5', '2025-12-09T12:00:00.000Z'],
  ['[h]:mm', '1.5', '36:00'],
  ['[hh]:mm:ss', '1.5', '36:00:00'],
  ['[h]:mm', '-0.0625', '-1:30'],
  ['[mm]:ss', '0.0625', '90:00'],
  ['[s]', '0.5', '43200'],
  ['mm:ss.0', '0.000005787037037037037', '00:00:00.500'],
  // Leading zeros and digits with signs between them.
  ['00000', '1234', '01234'],
  ['000\\-00\\-0000', '12345678', '012-34-5678'],
  ['(000) 000\\-0000', '8005550100', '(800) 555-0100'],
  ['"No. "000', '7', 'No. 007'],
  ['General', '007', '007'],
  // Shares, currencies and units: as they are written, to the last digit.
  ['0%', '0.07', '7%'],
  ['0%', '0.25678', '25.678%'],
  ['0.00%', '0.256', '25.60%'],
  ['0.0%', '-0.005', '-0.5%'],
  ['"$"#,##0.00_);("$"#,##0.00)', '-1234.5', '-$1234.50'],
  ['#,##0.00\\ [$€-407];[Red]\\-#,##0.00\\ [$€-407]', '1234.5', '1234.50 €'],
  ['_-* #,##0.00\\ "kr"_-;\\-* #,##0.00\\ "kr"_-;_-* "-"??\\ "kr"_-', '-3', '-3.00 kr'],
  ['¥#,##0', '1200', '¥1200'],
  ['0.0,,"M"', '1234567', '1.234567M'],
  ['#,##0;[Red]#,##0', '-5', '-5'],
  ['0" pcs"', '5', '5 pcs'],
  ['[=1]"yes";[=0]"no";General', '1', 'yes'],
  ['[>=1000]0.0,"k";0', '1500', '1.5k'],
  // What only rounds or groups leaves numbers as they are.
  ['#,##0.00', '1234.5678', '1234.5678'],
  ['0', '2.5', '2.5'],
  ['0.00E+00', '12345', '12345'],
  ['# ?/?', '0.5', '0.5'],
  ['"-"', '0', '0'],
  [';;;', '5', '5'],
  ['General', '0.10000000000000001', '0.1'],
  ['General', '1234567890123456789', '1234567890123456789'],
  ['General', '1E-3', '0.001'],
  ['"Date: "@', 'x', 'x'],
])('a number in the format %s: %s is %s', async (format, value, text) => {
  expect(await rowsOf(xlsx([data(`<c s="0"><v>${value}</v></c>`)], { formats: [format] }))).toEqual([[[text]]]);
});

test('kinds of cells: shared, inline and spoken texts, truth values, errors, dates, results of formulas', async () => {
  const strings =
    '<si><t>plain</t></si><si><r><t>rich </t></r><r><rPr><b/></rPr><t>text</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>a_x000D_b_x005F_x0041_</t></si>';
  const cells = [
    ...[0, 1, 2, 3].map((index) => `<c t="s"><v>${index}</v></c>`),
    '<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>',
    '<c t="b"><v>1</v></c>',
    '<c t="b"><v>0</v></c>',
    '<c t="e"><v>#DIV/0!</v></c>',
    '<c t="e"><f>A1</f><v>#N/A</v></c>',
    '<c t="d"><v>2026-11-29T00:00:00</v></c>',
    '<c><f>1+1</f><v>2</v></c>',
    '<c t="str"><f>A1</f><v>res</v></c>',
    '<c t="s"><v>99</v></c>',
  ];
  expect(await rowsOf(xlsx([data(cells.join(''))], { strings }))).toEqual([
    [['plain', 'rich text', '東京', 'a\rb_x0041_', 'inline', 'true', 'false', '#DIV/0!', '#N/A', '2026-11-29', '2', 'res']],
  ]);
});

describe('sheets of other programs', () => {
  test('a workbook of LibreOffice, with cells of every kind', async () => {
    const bytes = readFileSync(new URL('../../../../tests/fixtures/documents/cells.xlsx', import.meta.url));
    const { tables, pages, warnings } = await read(bytes);
    expect(tables.map(({ rows }) => rows)).toEqual([
      [
        ['36:00', '12:00', '01234', '25.6%', '-1234.50 €', '2025-12-09', '#DIV/0!', '1', 'line one\nline two'],
        ['merged', '', 'after', '', '', '', '', '', ''],
      ],
      [['hidden value']],
    ]);
    expect(pages[0]?.text).toContain('Comment by Ann in I1: A note');
    expect(warnings).toEqual([{ code: 'hidden-part-read', place: 'sheet Secret', detail: '', count: 1 }]);
  });

  const rows = [
    ['a', '1'],
    ['b', '2'],
  ];
  const text = (value: string, reference = '') =>
    `<c${reference && ` r="${reference}"`} t="inlineStr"><is><t>${value}</t></is></c>`;
  const number = (value: number, reference = '') => `<c${reference && ` r="${reference}"`}><v>${value}</v></c>`;
  test.each([
    ['no references', data(text('a') + number(1), text('b') + number(2)).content],
    ['a dimension that lies', `<dimension ref="A1"/>${data(text('a') + number(1), text('b') + number(2)).content}`],
    ['columns without rows', data(text('a', 'A') + number(1, 'B'), text('b', 'A') + number(2, 'B')).content],
    [
      'rows and cells in any order',
      `<sheetData><row r="2">${number(2, 'B2') + text('b', 'A2')}</row><row r="1">${number(1, 'B1')}${text('a', 'A1')}</row></sheetData>`,
    ],
    [
      'empty cells and rows behind',
      `<sheetData><row r="1">${text('a', 'A1')}${number(1, 'B1')}<c r="ZZ1" s="3"/></row><row r="2">${text('b', 'A2')}${number(2, 'B2')}</row><row r="1048576"><c r="A1048576"/></row></sheetData>`,
    ],
    [
      'a prefix of their own',
      `<x:sheetData xmlns:x="${MAIN}"><x:row><x:c t="str"><x:v>a</x:v></x:c><x:c><x:v>1</x:v></x:c></x:row><x:row><x:c t="str"><x:v>b</x:v></x:c><x:c><x:v>2</x:v></x:c></x:row></x:sheetData>`,
    ],
  ])('%s', async (_, content) => {
    expect(await rowsOf(xlsx([{ content }]))).toEqual([rows]);
  });

  test('days that are counted from 1904', async () => {
    expect(await rowsOf(xlsx([data('<c s="0"><v>44538</v></c>')], { formats: ['yyyy-mm-dd'], is1904: true }))).toEqual([
      [['2025-12-09']],
    ]);
  });

  test('merged cells: the value in the first of them, all others below their heads', async () => {
    const content = `<sheetData><row r="1">${text('Head', 'A1')}<c r="B1"/>${text('C', 'C1')}</row><row r="2">${number(1, 'A2')}${number(2, 'B2')}${number(3, 'C2')}</row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>`;
    expect(await rowsOf(xlsx([{ content }]))).toEqual([
      [
        ['Head', '', 'C'],
        ['1', '2', '3'],
      ],
    ]);
  });

  test('a cell far away does not fill the memory', async () => {
    const far = data(number(1), number(1, 'XFD1000000')).content;
    await expect(read(xlsx([{ content: far }]))).rejects.toMatchObject({
      code: 'document-too-large',
      message: 'its tables hold more than 2,000,000 cells',
    });
    expect((await rowsOf(xlsx([data(number(1), number(2, 'A1000000'))])))[0]).toHaveLength(1002);
  });

  test('a workbook without sheets, and a sheet without its part, are said to be so', async () => {
    await expect(read(xlsx([]))).rejects.toMatchObject({ code: 'document-unreadable', message: 'its workbook names no sheets' });
    const bytes = makeZip([
      { name: 'xl/workbook.xml', content: `<workbook ${NAMESPACES}><sheets><sheet name="Gone" r:id="r9"/></sheets></workbook>` },
    ]);
    expect((await read(bytes)).warnings).toEqual([{ code: 'text-not-read', place: 'sheet Gone', detail: 'sheet', count: 1 }]);
  });
});

test('what is around the cells of a sheet: hidden sheets, formulas without results, comments, drawings, charts, printed texts', async () => {
  const title = (text: string) => `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
  const values = '<c:val><c:numRef><c:f>S1!A1</c:f><c:numCache><c:pt idx="0"><c:v>7</c:v></c:pt></c:numCache></c:numRef></c:val>';
  const chart = `<c:chartSpace ${NAMESPACES}><c:chart>${title('Sales')}<c:plotArea><c:lineChart><c:ser><c:tx><c:v>Tea</c:v></c:tx>${values}</c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>`;
  const drawing = `<xdr:wsDr ${NAMESPACES}><xdr:sp><xdr:txBody><a:p><a:r><a:t>Note the peak</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:pic><xdr:nvPicPr><xdr:cNvPr descr="A cup"/></xdr:nvPicPr></xdr:pic><xdr:graphicFrame><c:chart r:id="r1"/></xdr:graphicFrame></xdr:wsDr>`;
  const comments = `<comments ${NAMESPACES}><authors><author>Ann</author><author>tc={1}</author></authors><commentList><comment ref="B3" authorId="0"><text><r><t>Too </t></r><r><t>high</t></r></text></comment><comment ref="C1" authorId="1"><text><t>[Threaded comment]</t></text></comment></commentList></comments>`;
  const threads =
    '<ThreadedComments xmlns="t"><threadedComment ref="C1" personId="{1}"><text>Why?</text></threadedComment></ThreadedComments>';
  const { text, tables, warnings } = await read(
    xlsx(
      [
        {
          content: `${data('<c><f>NOW()</f></c><c><v>5</v></c>').content}<headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Tea &amp;&amp; Co&amp;R&amp;D</oddHeader><oddFooter>&amp;CPage &amp;P of &amp;N</oddFooter></headerFooter>`,
          parts: [
            { type: 'comments', name: 'comments1.xml', content: comments },
            { type: 'drawing', name: 'drawing1.xml', content: drawing },
            { type: 'threadedComment', name: 'thread1.xml', content: threads },
            { type: 'oleObject', name: 'oleObject1.bin', content: 'x' },
          ],
        },
        { ...data('<c><v>1</v></c>'), state: 'veryHidden' },
      ],
      {
        more: [
          {
            type: '',
            name: 'xl/worksheets/_rels/drawing1.xml.rels',
            content: relations([{ type: 'chart', name: 'chart1.xml', content: '' }]),
          },
          { type: '', name: 'xl/worksheets/chart1.xml', content: chart },
          {
            type: '',
            name: 'xl/persons/person.xml',
            content: '<personList xmlns="t"><person id="{1}" displayName="Bo"/></personList>',
          },
        ],
      },
    ),
  );
  expect(text).toBe(
    'S1\n\n\t5\n\nSales\n\n\tTea\n\t7\n\nTea & Co\n\nNote the peak\n\nA cup\n\nComment by Ann in B3: Too high\n\nComment by Bo in C1: Why?\n\nS2\n\n1',
  );
  expect(tables.map(({ title: name, rows }) => [name, rows])).toEqual([
    ['S1', [['', '5']]],
    [
      'Sales',
      [
        ['', 'Tea'],
        ['', '7'],
      ],
    ],
    ['S2', [['1']]],
  ]);
  expect(warnings).toEqual([
    { code: 'formulas-without-result', place: 'sheet S1', detail: '', count: 1 },
    { code: 'objects-not-read', place: 'sheet S1', detail: 'oleObject1.bin', count: 1 },
    { code: 'pictures-not-read', place: 'sheet S1', detail: '', count: 1 },
    { code: 'hidden-part-read', place: 'sheet S2', detail: '', count: 1 },
  ]);
});

test('a sheet, and drawings and comments of one, that are damaged or missing are said, and the rest is read', async () => {
  const drawing = { type: 'drawing', name: 'drawing1.xml', content: '<xdr:wsDr><xdr:sp></xdr:wsDr>' };
  const comments = { type: 'comments', name: 'comments1.xml', content: '<comments>' };
  const cells = data('<c t="inlineStr"><is><t>Tea</t></is></c>').content;
  const { text, warnings } = await read(xlsx([{ content: cells, parts: [drawing, comments] }, { content: '</sheetData>' }]));
  expect(text).toContain('Tea');
  expect(warnings.map(({ code, place, detail }) => `${code} ${place}: ${detail}`)).toEqual([
    'part-unreadable sheet S1: xl/worksheets/drawing1.xml',
    'part-unreadable sheet S1: xl/worksheets/comments1.xml',
    'part-unreadable sheet S2: xl/worksheets/sheet2.xml',
  ]);
  await expect(read(xlsx([{ content: '</sheetData>' }]))).rejects.toMatchObject({ message: 'none of its sheets can be read' });
});
