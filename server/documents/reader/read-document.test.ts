import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import type { DocumentFormat } from '#lib/ports/document-reader.ts';
import { makeZip, type ZipEntry } from '#tests/support/make-zip.ts';
import { readDocument } from './read-document.ts';

const fixture = (name: string) => readFileSync(new URL(`../../../tests/fixtures/documents/${name}`, import.meta.url));
type Options = { format?: DocumentFormat; selector?: string; mediaType?: string };
const read = (name: string, bytes: Uint8Array, { format = 'text', mediaType = '', selector }: Options = {}) =>
  readDocument({ name, bytes, mediaType, format, selector });

/** A document that is an archive, of any kind. */
const archive = (entries: readonly ZipEntry[]) =>
  makeZip([
    { name: '[Content_Types].xml', content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>' },
    ...entries,
  ]);

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

test.each([
  ['shift_jis', 'shift_jis', '名前,住所\n山田太郎,東京都千代田区\n佐藤花子,大阪府大阪市\n'],
  ['euc-kr', 'euc-kr', '이름,주소\n홍길동,서울특별시\n계약,금액은 사십이만 원입니다\n'],
  ['win1251', 'windows-1251', 'Имя,Адрес\nИван Петров,Москва\nСумма,сорок два рубля\n'],
  ['cp866', 'ibm866', 'Имя,Адрес\nИван Петров,Москва\nСумма,сорок два рубля\n'],
])('a list and a text in %s are read, and their metadata say that the charset was guessed', async (name, charset, text) => {
  const list = await read('a.csv', iconv.encode(text, name));
  expect([list.tables[0]?.rows.map((row) => row.join()).join('\n'), list.metadata.guessedCharset]).toEqual([
    text.trim(),
    charset,
  ]);
  expect(await read('a.txt', iconv.encode(text, name))).toMatchObject({ text, metadata: { guessedCharset: charset } });
});

test('a page is read in the charset that it names, however late in its head', async () => {
  const head = `<html><head><style>${'p { color: red } '.repeat(500)}</style><meta charset="gb2312"><title>你好</title></head>`;
  const page = await read('a.html', iconv.encode(`${head}<body><p>世界很大</p></body></html>`, 'gbk'));
  expect(page).toMatchObject({ text: '世界很大', metadata: { title: '你好' } });
  expect(page.metadata).not.toHaveProperty('guessedCharset');
});

test('a line that tells Excel the delimiter is no row', async () => {
  const { tables, metadata } = await read('a.csv', Buffer.from('sep=|\r\na,b|c\r\n1|2\r\n'));
  expect([tables[0]?.rows, metadata.rows]).toEqual([
    [
      ['a,b', 'c'],
      ['1', '2'],
    ],
    2,
  ]);
});

test.each([
  [
    'quotes escaped by backslashes',
    'a,b\n"He said \\"hi\\", ok",x\np,q\n',
    [
      ['a', 'b'],
      ['He said "hi", ok', 'x'],
      ['p', 'q'],
    ],
  ],
  [
    'quotes after blanks',
    'a, "b, c", d\n1, "2, 3", 4\n',
    [
      ['a', 'b, c', 'd'],
      ['1', '2, 3', '4'],
    ],
  ],
  [
    'line ends of several systems',
    'a,b\r\n1,2\n3,4\r5,6\n',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ],
  ],
  [
    'a delimiter that is stated in quotes',
    '\ufeff"sep=;"\r\na;b\r\n1;2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'blanks that belong to cells',
    'a,b\n x , y\n',
    [
      ['a', 'b'],
      [' x ', ' y'],
    ],
  ],
])('csv with %s', async (_, text, rows) => {
  const { tables, warnings } = await read('a.csv', Buffer.from(text));
  expect([tables[0]?.rows, warnings]).toEqual([rows, []]);
});

test('a file without a known ending is text if it is some', async () => {
  expect(await read('notes', Buffer.from('Tee für 2\r\n'))).toMatchObject({ kind: 'txt', text: 'Tee für 2\n' });
  await expect(read('notes', randomBytes(3000))).rejects.toMatchObject({ code: 'document-unsupported' });
  expect((await read('download', Buffer.from('a;b\n1;2'), { mediaType: 'text/csv' })).kind).toBe('csv');
});

describe('hostile files are refused with the reason', () => {
  const body = { name: 'word/document.xml', content: '<w:document/>' };
  const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}"><!ENTITY c "${'&b;'.repeat(10)}">]>
    <p:presentation xmlns:p="p" xmlns:r="r">&c;</p:presentation>`;
  const cases: [string, () => [name: string, bytes: Buffer], code: string, reason: string][] = [
    [
      'a path that leads out',
      () => ['a.docx', archive([body, { name: '../../etc/cron.d/x', content: 'x' }])],
      'document-refused',
      'invalid relative path',
    ],
    [
      'an absolute path',
      () => ['a.docx', archive([body, { name: '/etc/passwd', content: 'x' }])],
      'document-refused',
      'absolute path',
    ],
    ['two files of one name', () => ['a.docx', archive([body, body])], 'document-refused', 'two files named "word/document.xml"'],
    [
      'macros',
      () => ['a.docx', archive([body, { name: 'word/vbaProject.bin', content: 'x' }])],
      'document-refused',
      'it holds macros',
    ],
    [
      'an encrypted entry',
      () => ['a.docx', archive([body, { name: 'x', content: 'x', isEncrypted: true }])],
      'document-refused',
      'it is encrypted',
    ],
    [
      'billion laughs',
      () => ['a.pptx', archive([{ name: 'ppt/presentation.xml', content: laughs }])],
      'document-refused',
      'declares XML entities',
    ],
    [
      'damaged XML',
      () => ['a.pptx', archive([{ name: 'ppt/presentation.xml', content: '<p:presentation' }])],
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
      () => ['a.xlsx', archive([{ name: 'xl/workbook.xml', content: '<workbook/>' }])],
      'document-unreadable',
      '',
    ],
    [
      'a book whose chapters are missing',
      () => ['a.epub', archive([{ name: 'META-INF/container.xml', content: '<container/>' }])],
      'document-unreadable',
      'it names no package',
    ],
    [
      'an archive of another kind',
      () => ['a.zip', makeZip([{ name: 'a.txt', content: 'x' }])],
      'document-unsupported',
      'an archive of a kind that is not read',
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

  test.each(cases)('%s', async (_, make, code, reason) => {
    await expect(read(...make())).rejects.toMatchObject({ code, message: expect.stringContaining(reason) });
  });

  test('a book that names one chapter many times is read once through', async () => {
    const spine = '<itemref idref="c"/>'.repeat(50_000);
    const container = '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>';
    const book = archive([
      { name: 'META-INF/container.xml', content: container },
      {
        name: 'book.opf',
        content: `<package><manifest><item id="c" href="c.html"/></manifest><spine>${spine}</spine></package>`,
      },
      { name: 'c.html', content: `<p>Tea</p>${'<p></p>'.repeat(100_000)}` },
    ]);
    const { pages } = await read('a.epub', book);
    expect(pages.map(({ text }) => text)).toEqual(['Tea']);
  });
});

describe('books', () => {
  const book = (chapter: Buffer | string, prefix = '') => {
    const tag = (name: string, rest = '') => `<${prefix}${name}${rest}`;
    const opf = `${tag('package', ' xmlns:ns0="http://www.idpf.org/2007/opf"')}>${tag('manifest')}>${tag('item', ' id="c" href="c.xhtml"/')}></${prefix}manifest>${tag('spine')}>${tag('itemref', ' idref="c"/')}></${prefix}spine></${prefix}package>`;
    return archive([
      { name: 'META-INF/container.xml', content: '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>' },
      { name: 'b.opf', content: opf },
      { name: 'c.xhtml', content: chapter as string },
    ]);
  };
  const chapter = (head: string) =>
    `<?xml version="1.0" encoding="utf-16"?><html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body><p>All the text. 你好</p></body></html>`;

  test.each(['<title/>', '<script src="a.js"/>'])('a chapter with %s has its text', async (head) => {
    expect((await read('a.epub', book(chapter(head)))).text).toBe('All the text. 你好');
  });

  test('a chapter in UTF-16 and a package with a prefix of its own are read', async () => {
    const wide = Buffer.from(`\ufeff${chapter('<title>T</title>')}`, 'utf16le');
    expect((await read('a.epub', book(wide, 'ns0:'))).text).toBe('All the text. 你好');
  });
});

describe('archives as other programs leave them', () => {
  const body = {
    name: 'word/document.xml',
    content: '<w:document><w:body><w:p><w:r><w:t>All of it</w:t></w:r></w:p></w:body></w:document>',
  };
  const whole = archive([body]);
  const cases: readonly (readonly [string, Buffer])[] = [
    ['bytes behind', Buffer.concat([whole, Buffer.alloc(3000, 'extra ')])],
    ['bytes behind that look like an end', Buffer.concat([whole, Buffer.from('PK\x05\x06'.repeat(9), 'latin1')])],
    ['bytes before', Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), whole])],
    ['bytes before and behind', Buffer.concat([Buffer.alloc(70_000), whole, Buffer.alloc(70_000)])],
    ['sizes behind each file', makeZip([body], { hasDescriptors: true })],
    ['the directory of large archives', makeZip([body], { isLong: true })],
    [
      'the directory of large archives with bytes around',
      Buffer.concat([Buffer.from('x'), makeZip([body], { isLong: true }), Buffer.from('y')]),
    ],
    ['names with backslashes', archive([{ ...body, name: 'word\\document.xml' }])],
  ];
  test.each(cases)('%s', async (_, bytes) => {
    expect(await read('a.docx', bytes)).toMatchObject({ kind: 'docx', text: 'All of it' });
  });

  test('one that is cut off is refused with the reason', async () => {
    const reason = 'its archive is damaged: the list of files at its end is missing, as in a file that was cut off';
    for (const length of [100, whole.length - 30, whole.length - 1])
      await expect(read('a.docx', whole.subarray(0, length))).rejects.toMatchObject({
        code: 'document-unreadable',
        message: reason,
      });
  });

  test('a text that quotes an archive stays a text', async () => {
    const text = Buffer.concat([Buffer.from('A note.\n'), Buffer.from('PK\x05\x06')]);
    expect((await read('a.txt', text)).kind).toBe('txt');
  });
});

test('tables of slides are whole after numbers, dates and other shapes that each slide repeats', async () => {
  const cell = (text: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${cell('North')}${cell('42')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const shape = (type: string, text: string) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  for (const type of ['sldNum', 'dt', 'ftr', 'hdr']) {
    const slide = `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shape('title', 'Sales')}${shape(type, '7')}${table}</p:spTree></p:cSld></p:sld>`;
    const deck = archive([
      {
        name: 'ppt/presentation.xml',
        content: '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
      },
      {
        name: 'ppt/_rels/presentation.xml.rels',
        content:
          '<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide" Target="slides/slide1.xml"/></Relationships>',
      },
      { name: 'ppt/slides/slide1.xml', content: slide },
    ]);
    const { tables, text } = await read('a.pptx', deck);
    expect([tables[0]?.rows, text]).toEqual([[['North', '42']], 'Sales\nNorth\t42']);
  }
});
