import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { DocumentFormat } from '#lib/ports/document-reader.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { makeZip, type ZipEntry } from '../support/make-zip.ts';

const reader = makeDocumentReader();
const fixture = (name: string) => readFileSync(new URL(`../fixtures/documents/${name}`, import.meta.url));
type Options = { format?: DocumentFormat; selector?: string; mediaType?: string };
const read = (name: string, bytes: Uint8Array, { format = 'text', mediaType = '', selector }: Options = {}) =>
  reader.read({ name, bytes, mediaType, format, selector }, new AbortController().signal);

const SALES = 'rose by 12 % in the third quarter. 第三季度绿茶的销售额增长了百分之十二。';
const NUMBERS = [
  ['Region 地区', 'Q2', 'Q3'],
  ['Shanghai 上海', '120', '134'],
  ['São Paulo', '80', '91'],
];
const SHOPS = [
  ['City 城市', 'Opened', 'Tables', 'Rating'],
  ['Shanghai 上海', '2021-03-05', '12', '4.5'],
  ['São Paulo, Centro', '2022-11-30', '8', '4.25'],
];

describe('files that LibreOffice made', () => {
  test('docx: headings, bold, lists, tables and Chinese', async () => {
    const { kind, text, tables, metadata } = await read('report.docx', fixture('report.docx'), { format: 'markdown' });
    expect(kind).toBe('docx');
    expect(text).toContain('# Quarterly report 季度报告\n\nSales of **green tea** rose');
    expect(text).toContain('| Region 地区 | Q2 | Q3 |\n| --- | --- | --- |\n| Shanghai 上海 | 120 | 134 |');
    expect(text).toContain('1. Hire two people\n2. Open a shop in Seattle');
    expect(tables).toEqual([{ page: null, title: '', rows: NUMBERS }]);
    expect(metadata).toMatchObject({ title: 'Quarterly report 季度报告' });
    const plain = await read('report.docx', fixture('report.docx'));
    expect(plain.text).toContain(`Sales of green tea ${SALES}`);
  });

  test('pdf: the text of each page, and what it says about itself', async () => {
    const { kind, text, pages, tables, metadata } = await read('report.pdf', fixture('report.pdf'));
    expect(kind).toBe('pdf');
    expect(text).toContain(`Sales of green tea ${SALES}`);
    expect(text).toContain('Region 地区\tQ2\tQ3\nShanghai 上海\t120\t134');
    expect(tables).toEqual([{ page: 1, title: '', rows: NUMBERS }]);
    expect(pages).toMatchObject([{ number: 1 }]);
    expect(metadata).toMatchObject({ title: 'Quarterly report 季度报告', producer: 'LibreOffice 7.4', pages: 1 });
  });

  test('pdf: tables with lines and without, with cells of several lines and columns, and nothing else', async () => {
    const { text, tables } = await read('tables.pdf', fixture('tables.pdf'), { format: 'markdown' });
    expect(tables).toEqual([
      {
        page: 1,
        title: '',
        rows: [
          ['Sort 品种', 'Origin 产地', 'Price 价格', 'Stock'],
          ['Longjing 龙井', 'Hangzhou 杭州', '128.00', '40'],
          [
            'Tieguanyin 铁观音',
            'Anxi, a county in the south of the province of Fujian 福建省安溪县，乌龙茶的故乡，年产量很高',
            '96.50',
            '',
          ],
          ['Together 合计', '', '224.50', '40'],
        ],
      },
      {
        page: 1,
        title: '',
        rows: [
          ['Shop 店铺', 'Open since', 'Tables'],
          ['Shanghai 上海', 'March 2021', '12'],
          ['São Paulo', 'November 2022, with a garden behind the house and a roof for summer', '8'],
          ['Seattle', '', '105'],
          ['成都', '2024 年 5 月', '9'],
        ],
      },
    ]);
    // Prose, numbered lists and bullets around them stay as they are, in their order.
    expect(text.replaceAll(/\n\n\|[^\n]*(?:\n\|[^\n]*)*\n/g, '\n[table]\n')).toMatch(
      /every cell\. 下表每个单元格都有边框。\n\[table\]\n\nAfter the first table .*\n\[table\]\n\nRules of the house:\n1\. Shoes .*\n• A list is not a table\./s,
    );
    expect((await read('shops.pdf', fixture('shops.pdf'))).tables).toEqual([{ page: 1, title: '', rows: SHOPS }]);
  });

  test.each([
    ['gbk.pdf', '合同金额为四十二元'],
    ['sjis.pdf', '契約金額は四十二円'],
    ['form.pdf', 'Name: Ada Example'],
  ])('pdf: %s, whose text needs more than its content', async (name, text) => {
    expect(await read(name, fixture(name))).toMatchObject({ text, warnings: [] });
  });

  test('pdf: a table is one chunk, with the text that introduces it', async () => {
    const source = { name: 'tables.pdf', bytes: fixture('tables.pdf'), mediaType: '' };
    const parts = await Array.fromAsync(reader.readChunks(source, { maxChars: 200, signal: new AbortController().signal }));
    const tables = parts.flatMap((part) => ('chunks' in part ? part.chunks : [])).filter(({ kind }) => kind === 'table');
    expect(tables.map(({ text }) => text.split('\n').filter((line) => line.startsWith('|')).length)).toEqual([5, 6]);
    expect(tables[1]?.text).toContain('| Seattle |  | 105 |\n| 成都 | 2024 年 5 月 | 9 |');
  });

  test('xlsx: sheets as pages and tables, dates as dates', async () => {
    const { pages, tables, metadata } = await read('shops.xlsx', fixture('shops.xlsx'), { format: 'markdown' });
    expect(tables).toEqual([{ page: 1, title: 'shops', rows: SHOPS }]);
    expect(pages[0]).toMatchObject({
      title: 'shops',
      text: expect.stringContaining('| Shanghai 上海 | 2021-03-05 | 12 | 4.5 |'),
    });
    expect(metadata).toMatchObject({ sheets: 1 });
  });

  test('pptx: slides in order, tables and notes', async () => {
    const { pages, tables } = await read('deck.pptx', fixture('deck.pptx'), { format: 'markdown' });
    expect(pages.map(({ text }) => text)).toEqual([
      'Tea plan 茶叶计划\n\nBuy leaves in spring\n\n在夏天烘干\n\n> Say hello first. 先问好。',
      'Costs\n\n| Item 项目 | USD |\n| --- | --- |\n| Leaves | 1200 |',
    ]);
    expect(tables).toEqual([
      {
        page: 2,
        title: '',
        rows: [
          ['Item 项目', 'USD'],
          ['Leaves', '1200'],
        ],
      },
    ]);
  });

  test('epub: chapters and their tables', async () => {
    const { text, tables, metadata } = await read('report.epub', fixture('report.epub'));
    expect(text).toContain(`Sales of green tea ${SALES}`);
    expect(tables).toEqual([{ page: 1, title: '', rows: NUMBERS }]);
    expect(metadata).toMatchObject({ title: 'Quarterly report 季度报告', chapters: 1 });
  });
});

test('pdf of a browser: columns of prose, contents and code are no tables; rows that are only shaded are', async () => {
  const { text, tables } = await read('columns.pdf', fixture('columns.pdf'));
  expect(tables.map(({ rows }) => rows)).toEqual([
    [
      ['Name', 'Age', 'City'],
      ['Ada', '36', 'London'],
      ['Grace', '85', 'New York'],
      ['王芳', '41', '上海'],
    ],
    [
      ['Item', 'Count', 'Sum'],
      ['Tea, green', '2', '12.00'],
      ['Tea, black', '10', '1,112.00'],
      ['Cups', '4', '40.00'],
    ],
  ]);
  expect(text).toContain('The second paragraph is about something else. It has\nnumbers like 12 and 13');
  expect(text).toContain('if (a) return bcd;');
});

test('html: what a selector names, and what the page says about itself', async () => {
  const page = Buffer.from('<title>Tea</title><nav>Menu</nav><main><h1>Green</h1><p>one</p><p>two</p></main>');
  expect(await read('a.html', page, { selector: 'h1, main > p' })).toMatchObject({
    text: 'Green\n\none\n\ntwo',
    metadata: { title: 'Tea' },
  });
});

test('csv: rows of a file that is known by its media type alone', async () => {
  const { kind, tables } = await read('shops', fixture('shops.csv'), { mediaType: 'text/csv' });
  expect([kind, tables[0]?.rows]).toEqual(['csv', SHOPS]);
});

test('eml: headers, the text, names of attachments', async () => {
  const mail = [
    'From: =?UTF-8?B?546L?= <wang@example.com>',
    'To: ada@example.com',
    'Subject: =?UTF-8?B?6K6i5Y2V?= order',
    'Date: Wed, 25 Nov 2026 10:00:00 +0000',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Please send <b>12</b> tins.</p><script>x</script>',
    '--b',
    'Content-Type: application/pdf; name="list.pdf"',
    'Content-Disposition: attachment; filename="list.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0=',
    '--b--',
  ].join('\r\n');
  const { kind, text, metadata } = await read('order.eml', Buffer.from(mail), { format: 'markdown' });
  expect(kind).toBe('eml');
  expect(metadata).toMatchObject({ subject: '订单 order', from: '王 <wang@example.com>', attachments: 'list.pdf' });
  expect(text).toContain('subject: 订单 order');
  expect(text).toContain('Please send **12** tins.');
  expect(text).not.toContain('<script');
});

describe('hostile files are refused with the reason, and the next one is read', () => {
  const docx = (entries: readonly ZipEntry[]) =>
    makeZip([
      { name: '[Content_Types].xml', content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>' },
      ...entries,
    ]);
  const body = { name: 'word/document.xml', content: '<w:document/>' };
  const cases: [string, () => [name: string, bytes: Buffer], code: string, reason: string][] = [
    [
      'a zip bomb',
      () => ['a.docx', docx([body, { name: 'word/media/a.bin', content: Buffer.alloc(320_000_000) }])],
      'document-refused',
      'it unpacks to more than 300,000,000 bytes',
    ],
    [
      'a zip bomb of XML',
      () => ['a.docx', docx([{ ...body, content: Buffer.alloc(110_000_000, 'a') }])],
      'document-refused',
      'it unpacks to more than 100,000,000 bytes',
    ],
    [
      'an archive that lies about sizes',
      () => ['a.docx', docx([body, { name: 'word/media/a.bin', content: Buffer.alloc(50_000_000), claimedBytes: 10 }])],
      'document-refused',
      'its archive lies: too many bytes in the stream',
    ],
    [
      'XML of a million levels',
      () => ['a.pptx', docx([{ name: 'ppt/presentation.xml', content: '<a>'.repeat(1_000_000) }])],
      'document-refused',
      'more than 1000 levels deep',
    ],
    [
      'a presentation that names one slide again and again',
      () => [
        'a.pptx',
        docx([
          { name: 'ppt/presentation.xml', content: `<p:presentation>${'<p:sldId r:id="r"/>'.repeat(20_000)}</p:presentation>` },
          {
            name: 'ppt/_rels/presentation.xml.rels',
            content: '<Relationships><Relationship Id="r" Target="one.xml"/></Relationships>',
          },
          { name: 'ppt/one.xml', content: `<p:sld>${' '.repeat(400_000)}</p:sld>` },
        ]),
      ],
      'document-refused',
      'it names the same files again and again, as "ppt/one.xml"',
    ],
    ['a PDF that is cut', () => ['a.pdf', fixture('report.pdf').subarray(0, 900)], 'document-unreadable', ''],
    [
      'noise that begins like a PDF',
      () => ['a.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)])],
      'document-unreadable',
      '',
    ],
  ];

  test.each(cases)('%s', async (_name, make, code, reason) => {
    const [name, bytes] = make();
    const refused = await read(name, bytes).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: 'NodeFailure',
      code,
      message: expect.stringContaining(`The document "${name}" cannot be read: `),
    });
    expect((refused as Error).message).toContain(reason);
    expect((await read('a.md', Buffer.from('# Tea'))).text).toBe('# Tea');
  });

  test('a document that is larger than the memory it may use ends its own process alone', async () => {
    const small = makeDocumentReader({ heapMb: 30 });
    const rows = Array.from({ length: 400_000 }, (_value, index) => `${index},a,b,c,d`).join('\n');
    const source = { name: 'a.csv', bytes: Buffer.from(rows), mediaType: '', format: 'text' } as const;
    await expect(small.read(source, new AbortController().signal)).rejects.toMatchObject({ code: 'document-too-large' });
    await small.read({ ...source, bytes: Buffer.from('a,b') }, new AbortController().signal);
  });

  test('one that takes too long is aborted, and stopping a run stops its reader', async () => {
    const hasty = makeDocumentReader({ timeoutMs: 1 });
    const source = { name: 'a.md', bytes: Buffer.from('x'), mediaType: '', format: 'text' } as const;
    await expect(hasty.read(source, new AbortController().signal)).rejects.toMatchObject({ code: 'document-timed-out' });
    const stopped = new AbortController();
    const reading = reader.read(source, stopped.signal);
    stopped.abort(new Error('stopped'));
    await expect(reading).rejects.toThrow('stopped');
  });
});
