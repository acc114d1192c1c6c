import { readFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { makePdf } from '#tests/support/make-pdf.ts';
import { readDocument } from '../read-document.ts';

const fixture = (name: string) => readFileSync(new URL(`../../../../tests/fixtures/documents/${name}`, import.meta.url));
const read = (bytes: Uint8Array) => readDocument({ name: 'a.pdf', bytes, mediaType: '', format: 'text' });

describe('fonts that name their characters by a CMap of the standard', () => {
  const ucs2 = (text: string) => iconv.encode(text, 'utf16-be');
  const encoded = (charset: string) => (text: string) => iconv.encode(text, charset);
  const chinese = '合同金额为四十二元';
  const taiwanese = '合約金額為四十二元';
  const japanese = '契約金額は四十二円';
  const korean = '계약 금액은 사십이만 원입니다';
  test.each([
    ['GBK-EUC-H', 'GB1', chinese, encoded('gbk')],
    ['GBKp-EUC-H', 'GB1', chinese, encoded('gbk')],
    ['GBK2K-H', 'GB1', chinese, encoded('gb18030')],
    ['GB-EUC-H', 'GB1', chinese, encoded('gb2312')],
    ['UniGB-UCS2-H', 'GB1', chinese, ucs2],
    ['UniGB-UTF16-H', 'GB1', chinese, ucs2],
    ['GBK-EUC-V', 'GB1', chinese, encoded('gbk')],
    ['ETen-B5-H', 'CNS1', taiwanese, encoded('big5')],
    ['B5pc-H', 'CNS1', taiwanese, encoded('big5')],
    ['UniCNS-UCS2-H', 'CNS1', taiwanese, ucs2],
    ['UniCNS-UTF16-H', 'CNS1', taiwanese, ucs2],
    ['90ms-RKSJ-H', 'Japan1', japanese, encoded('shift_jis')],
    ['90msp-RKSJ-H', 'Japan1', japanese, encoded('shift_jis')],
    ['EUC-H', 'Japan1', japanese, encoded('euc-jp')],
    ['UniJIS-UCS2-H', 'Japan1', japanese, ucs2],
    ['UniJIS-UTF16-H', 'Japan1', japanese, ucs2],
    ['KSCms-UHC-H', 'Korea1', korean, encoded('cp949')],
    ['KSC-EUC-H', 'Korea1', korean, encoded('euc-kr')],
    ['UniKS-UCS2-H', 'Korea1', korean, ucs2],
    ['UniKS-UTF16-H', 'Korea1', korean, ucs2],
  ])('%s has its text', async (encoding, ordering, expected, encode) => {
    const descendant = `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >>`;
    const font = `<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /${encoding} /DescendantFonts [${descendant}] >>`;
    const content = `BT /F1 24 Tf 50 700 Td <${encode(expected).toString('hex')}> Tj ET`;
    const { text, warnings } = await read(makePdf({ font, content }));
    expect([text.replaceAll(/\s/g, ''), warnings]).toEqual([expected.replaceAll(' ', ''), []]);
  });

  test.each([
    ['gbk.pdf', chinese],
    ['sjis.pdf', japanese],
  ])('%s', async (name, text) => {
    expect(await read(fixture(name))).toMatchObject({ text, warnings: [] });
  });
});

describe('forms', () => {
  const label = (text: string, x: number, y: number) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET\n`;
  const field = (rest: string, rect = '100 695 300 712') =>
    `<< /Type /Annot /Subtype /Widget /P 3 0 R /Rect [${rect}] ${rest} >>`;
  const states = (on: string) => `/AP << /N << /${on} 100 0 R /Off 100 0 R >> >>`;
  const form = async (content: string, annotations: string[]) =>
    read(
      makePdf({
        content,
        annotations,
        more: ['<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream'],
      }),
    );

  test('a value is read after its label, whatever the order in the file', async () => {
    const content = label('Name:', 50, 700) + label('City:', 50, 670) + label('Sign here', 50, 600);
    const fields = [
      field('/FT /Tx /T (city) /V (S\\343o Paulo)', '100 665 300 682'),
      field('/FT /Tx /T (name) /V <FEFF674E> /MK << /BC [0] >>'),
    ];
    const { text, warnings } = await form(content, fields);
    expect([text.replaceAll('\t', ' ').split('\n'), warnings]).toEqual([['Name: 李', 'City: São Paulo', 'Sign here'], []]);
  });

  test.each([
    ['a text of several lines', '/FT /Tx /Ff 4096 /T (a) /V (one\\rtwo)', 'Value: one\ntwo'],
    ['a choice by what is shown', '/FT /Ch /Ff 131072 /T (a) /Opt [[(de) (Germany)] [(fr) (France)]] /V (fr)', 'Value: France'],
    ['several choices', '/FT /Ch /Ff 2097152 /T (a) /Opt [(tea) (milk) (rice)] /V [(tea) (rice)]', 'Value: tea, rice'],
    ['a box that is checked', `/FT /Btn /T (a) /V /Yes /AS /Yes ${states('Yes')}`, 'Value: [x]'],
    ['a box that is not', `/FT /Btn /T (a) /V /Off /AS /Off ${states('Yes')}`, 'Value: [ ]'],
    ['a button of a group that is chosen', `/FT /Btn /Ff 49152 /T (a) /V /b /AS /b ${states('b')}`, 'Value: [x]'],
    ['a button to press', '/FT /Btn /Ff 65536 /T (a) /MK << /CA (Print) >>', 'Value:'],
    ['a field without a value', '/FT /Tx /T (a)', 'Value:'],
  ])('%s', async (_, entries, expected) => {
    const { text, warnings } = await form(label('Value:', 50, 700), [field(entries)]);
    expect([text.replaceAll('\t', ' '), warnings]).toEqual([expected, []]);
  });

  test('hidden fields and passwords are counted and not read', async () => {
    const fields = [
      field('/FT /Tx /T (a) /V (secret) /F 2'),
      field('/FT /Tx /T (b) /V (unseen) /F 32'),
      field('/FT /Tx /T (c) /Ff 8192 /V (password)'),
    ];
    const { text, warnings } = await form(label('Value:', 50, 700), fields);
    expect([text, warnings]).toEqual(['Value:', [{ code: 'hidden-text-not-read', place: 'page 1', count: 3, detail: '' }]]);
  });

  test('form.pdf', async () => {
    expect((await read(fixture('form.pdf'))).text).toBe('Name: Ada Example');
  });
});

test('texts that were written on a page are in it, and notes are after it', async () => {
  const annotations = [
    '<< /Type /Annot /Subtype /FreeText /Rect [100 500 300 520] /Contents (Paid on 3 May) /DA (/F1 12 Tf) >>',
    '<< /Type /Annot /Subtype /Text /Rect [0 0 20 20] /T (Ann) /Contents (Why so much?) >>',
    '<< /Type /Annot /Subtype /Highlight /Rect [0 0 20 20] /QuadPoints [0 0 20 0 0 20 20 20] /Contents (Check this) >>',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 20 20] /Contents (a link) >>',
  ];
  const content = 'BT /F1 12 Tf 50 700 Td (Invoice) Tj ET';
  const { text, warnings } = await read(makePdf({ content, annotations }));
  expect([text, warnings]).toEqual(['Invoice\nPaid on 3 May\n\nNote of Ann: Why so much?\n\nNote: Check this', []]);
});

describe('what is not read is said', () => {
  test('pages with pictures and no text, but not empty ones', async () => {
    const picture = 'q 100 0 0 100 0 0 cm BI /W 2 /H 2 /CS /G /BPC 8 ID abcd EI Q';
    expect((await read(makePdf({ content: picture }))).warnings).toEqual([
      { code: 'pages-without-text', place: '', count: 1, detail: '1' },
    ]);
    expect((await read(makePdf({ content: '' }))).warnings).toMatchObject([{ code: 'no-text' }]);
  });

  test('attached files, of the document and on a page', async () => {
    const file = (name: string) => `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 100 0 R >> >>`;
    const bytes = makePdf({
      catalog: `/Names << /EmbeddedFiles << /Names [(a) ${file('data.xml')}] >> >>`,
      annotations: [`<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS ${file('note.txt')} >>`],
      more: [Buffer.from('x')],
    });
    expect((await read(bytes)).warnings).toEqual([
      { code: 'attachments-not-read', place: 'page 1', count: 1, detail: 'note.txt' },
      { code: 'attachments-not-read', place: '', count: 1, detail: 'data.xml' },
    ]);
  });

  test('pages that are damaged, unless all of them are', async () => {
    const content = 'BT /F1 12 Tf 50 700 Td (Invoice) Tj ET';
    const { text, pages, warnings } = await read(makePdf({ content, pages: ['3 0 R', '77 0 R'] }));
    expect([text, pages.length]).toEqual(['Invoice', 2]);
    expect(warnings).toMatchObject([{ code: 'part-unreadable', place: 'page 2' }]);
    const many = makePdf({ content, pages: ['3 0 R', ...Array.from({ length: 150 }, () => '77 0 R')] });
    expect((await read(many)).text).toBe('Invoice');
    await expect(read(makePdf({ content, pages: ['77 0 R'] }))).rejects.toMatchObject({ code: 'document-unreadable' });
  });

  test('characters of a font that does not name them', async () => {
    const descendant =
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /X /Flags 4 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 1 /Descent 0 /CapHeight 1 /StemV 1 >> >>';
    const font = `<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [${descendant}] >>`;
    const { warnings } = await read(makePdf({ font, content: 'BT /F1 12 Tf 50 700 Td <000300040005> Tj ET' }));
    expect(warnings).toEqual([{ code: 'characters-damaged', place: 'page 1', count: 3, detail: '' }]);
  });
});

test.each([['(f\\250) Tj -6 0 Td (ur \\250) Tj', 'für']])('accents that are drawn over letters are part of them', async () => {
  // Helvetica at 10 points: f, ¨ and u are 2.8, 3.3 and 5.6 wide; the letter begins where its accent did.
  const draw = (text: string, x: number) => `1 0 0 1 ${x} 700 Tm (${text}) Tj`;
  const content = `BT /F1 10 Tf ${draw('f\\250', 50)} ${draw('ur Stra\\337e', 52.8)} ${draw('fianc', 150)} ${draw('\\264', 171.1)} ${draw('ee', 171.1)} ${draw('a \\250 b', 250)} ${draw('caf', 350)} ${draw('\\264', 364.3)} ${draw('es', 363.3)} ET`;
  const { text } = await read(
    makePdf({ font: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>', content }),
  );
  expect(text.replaceAll(/\s+/g, ' ')).toBe('für Straße fiancée a ¨ b cafés');
});
