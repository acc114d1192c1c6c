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

test('html: the main content, or what a selector names', async () => {
  const page = Buffer.from(
    '<title>Tea</title><nav>Menu</nav><main><h1>Green</h1><p class="a">one</p><p>two</p><script>evil()</script></main>',
  );
  expect(await read('a.html', page)).toMatchObject({ text: 'Green\n\none\n\ntwo', metadata: { title: 'Tea' } });
  expect((await read('a.html', page, { selector: 'main > .a, h1', format: 'markdown' })).text).toBe('# Green\n\none');
  await expect(read('a.html', page, { selector: 'p[' })).rejects.toMatchObject({
    code: 'document-unreadable',
    message: expect.stringContaining('the selector p[ cannot be used'),
  });
});

test('csv of spreadsheets: delimiters and charsets of many countries', async () => {
  expect((await read('shops.csv', fixture('shops.csv'))).tables[0]?.rows).toEqual(SHOPS);
  const rows = [
    ['城市', '数'],
    ['上海', '1'],
  ];
  // 城市;数 / 上海;1 in GB18030, as Chinese Excel exports it.
  const chinese = Buffer.from('b3c7cad03bcafd0ac9cfbaa33b310a', 'hex');
  expect((await read('a.csv', chinese)).tables[0]?.rows).toEqual(rows);
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('城市\t数\n上海\t1\n', 'utf16le')]);
  expect((await read('a.tsv', utf16)).tables[0]?.rows).toEqual(rows);
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

test('a file without a known ending is text if it is some', async () => {
  expect(await read('notes', Buffer.from('Tee für 2\r\n'))).toMatchObject({ kind: 'txt', text: 'Tee für 2\n' });
  await expect(read('notes', randomBytes(3000))).rejects.toMatchObject({ code: 'document-unsupported' });
  expect((await read('download', Buffer.from('a;b\n1;2'), { mediaType: 'text/csv' })).kind).toBe('csv');
});

describe('hostile files are refused with the reason, and the next one is read', () => {
  const docx = (entries: readonly ZipEntry[]) =>
    makeZip([
      { name: '[Content_Types].xml', content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>' },
      ...entries,
    ]);
  const body = { name: 'word/document.xml', content: '<w:document/>' };
  const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}"><!ENTITY c "${'&b;'.repeat(10)}">]>
    <p:presentation xmlns:p="p" xmlns:r="r">&c;</p:presentation>`;
  const cases: [string, () => [name: string, bytes: Buffer], code: string, reason: string][] = [
    [
      'a zip bomb',
      () => ['a.docx', docx([body, { name: 'word/media/a.bin', content: Buffer.alloc(320_000_000) }])],
      'document-refused',
      'it unpacks to more than 300000000 bytes',
    ],
    [
      'a zip bomb of XML',
      () => ['a.docx', docx([{ ...body, content: Buffer.alloc(110_000_000, 'a') }])],
      'document-refused',
      'it unpacks to more than 100000000 bytes',
    ],
    [
      'an archive that lies about sizes',
      () => ['a.docx', docx([body, { name: 'word/media/a.bin', content: Buffer.alloc(50_000_000), claimedBytes: 10 }])],
      'document-refused',
      'its archive lies: too many bytes in the stream',
    ],
    [
      'a path that leads out',
      () => ['a.docx', docx([body, { name: '../../etc/cron.d/x', content: 'x' }])],
      'document-refused',
      'invalid relative path',
    ],
    [
      'an absolute path',
      () => ['a.docx', docx([body, { name: '/etc/passwd', content: 'x' }])],
      'document-refused',
      'absolute path',
    ],
    ['two files of one name', () => ['a.docx', docx([body, body])], 'document-refused', 'two files named "word/document.xml"'],
    [
      'macros',
      () => ['a.docx', docx([body, { name: 'word/vbaProject.bin', content: 'x' }])],
      'document-refused',
      'it holds macros',
    ],
    [
      'an encrypted entry',
      () => ['a.docx', docx([body, { name: 'x', content: 'x', isEncrypted: true }])],
      'document-refused',
      'it is encrypted',
    ],
    [
      'billion laughs',
      () => ['a.pptx', docx([{ name: 'ppt/presentation.xml', content: laughs }])],
      'document-refused',
      'declares XML entities',
    ],
    [
      'XML of a million levels',
      () => ['a.pptx', docx([{ name: 'ppt/presentation.xml', content: '<a>'.repeat(1_000_000) }])],
      'document-refused',
      'more than 1000 levels deep',
    ],
    [
      'damaged XML',
      () => ['a.pptx', docx([{ name: 'ppt/presentation.xml', content: '<p:presentation' }])],
      'document-unreadable',
      'its XML is damaged',
    ],
    [
      'a damaged archive',
      () => ['a.docx', fixture('report.docx').subarray(0, 3000)],
      'document-unreadable',
      'its archive is damaged',
    ],
    [
      'a workbook without sheets',
      () => ['a.xlsx', docx([{ name: 'xl/workbook.xml', content: '<workbook/>' }])],
      'document-unreadable',
      '',
    ],
    [
      'a book whose chapters are missing',
      () => ['a.epub', docx([{ name: 'META-INF/container.xml', content: '<container/>' }])],
      'document-unreadable',
      'it names no package',
    ],
    [
      'an archive of another kind',
      () => ['a.zip', makeZip([{ name: 'a.txt', content: 'x' }])],
      'document-unsupported',
      'an archive of a kind that is not read',
    ],
    ['a PDF that is cut', () => ['a.pdf', fixture('report.pdf').subarray(0, 900)], 'document-unreadable', ''],
    [
      'noise that begins like a PDF',
      () => ['a.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)])],
      'document-unreadable',
      '',
    ],
    [
      'a name that lies: a PDF as docx',
      () => ['a.docx', fixture('report.pdf')],
      'document-refused',
      'its name says docx and its content is pdf',
    ],
    [
      'a name that lies: a script as pdf',
      () => ['a.pdf', Buffer.from('#!/bin/sh\nrm -rf /')],
      'document-refused',
      'its name says pdf and its content is something else',
    ],
    [
      'an old Office file',
      () => ['a.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
      'document-unsupported',
      'an Office format from before 2007',
    ],
  ];

  test.each(cases)(
    '%s',
    async (_name, make, code, reason) => {
      const [name, bytes] = make();
      await expect(read(name, bytes)).rejects.toMatchObject({
        name: 'NodeFailure',
        code,
        message: expect.stringContaining(`The document "${name}" cannot be read: `),
      });
      await expect(read(name, bytes)).rejects.toThrow(reason);
      expect((await read('a.md', Buffer.from('# Tea'))).text).toBe('# Tea');
    },
    60_000,
  );

  test('a document that is larger than the memory it may use ends its own process alone', async () => {
    const small = makeDocumentReader({ heapMb: 30 });
    const rows = Array.from({ length: 400_000 }, (_value, index) => `${index},a,b,c,d`).join('\n');
    const source = { name: 'a.csv', bytes: Buffer.from(rows), mediaType: '', format: 'text' } as const;
    await expect(small.read(source, new AbortController().signal)).rejects.toMatchObject({ code: 'document-too-large' });
    await small.read({ ...source, bytes: Buffer.from('a,b') }, new AbortController().signal);
  }, 60_000);

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
