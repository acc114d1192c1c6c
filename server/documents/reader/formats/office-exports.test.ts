import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDocument } from '../read-document.ts';

const read = (name: string, content: string | Buffer, mediaType = '') =>
  readDocument({ name, bytes: Buffer.from(content as string), mediaType, format: 'text' });
const cells = [
  ['Name', 'Total'],
  ['Ann', '5'],
];
const html = '<table><tr><th>Name</th><th>Total</th></tr><tr><td>Ann</td><td>5</td></tr></table>';
const workbook = (rows: string) =>
  `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Sales"><Table>${rows}</Table></Worksheet></Workbook>`;
const row = (...values: string[]) =>
  `<Row>${values.map((value) => `<Cell><Data ss:Type="String">${value}</Data></Cell>`).join('')}</Row>`;
const archive = (page: string) =>
  [
    'From: <Saved by Blink>',
    'Subject: =?utf-8?Q?P=C3=A4ge?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; type="text/html"; boundary="b"',
    '',
    '--b',
    'Content-Type: text/html',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    page,
    '--b',
    'Content-Type: image/png',
    'Content-Transfer-Encoding: base64',
    '',
    'AAAA',
    '--b--',
    '',
  ].join('\r\n');

test.each([
  ['export.xls', html, 'html'],
  ['export.doc', `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>${html}`, 'html'],
  ['export.xls', `\ufeff<!-- made by x -->\n<meta charset="utf-8">${html}`, 'html'],
  ['export.xls', Buffer.from(`\ufeff<html>${html}`, 'utf16le'), 'html'],
  ['download', `<!DOCTYPE html>${html}`, 'html'],
  ['export.xls', 'Name\tTotal\nAnn\t5\n', 'csv'],
  ['export.xls', workbook(row('Name', 'Total') + row('Ann', '5')), 'spreadsheetml'],
  ['export.xml', workbook(row('Name', 'Total') + row('Ann', '5')), 'spreadsheetml'],
  ['page.mhtml', archive(html), 'mhtml'],
  ['page.mht', archive(html), 'mhtml'],
  ['letter.doc', archive(html), 'mhtml'],
])('%s is read by its content (%#)', async (name, content, kind) => {
  const { tables, ...document } = await read(name, content);
  expect([document.kind, tables[0]?.rows]).toEqual([kind, cells]);
});

test('export.xls', async () => {
  const bytes = readFileSync(new URL('../../../../tests/fixtures/documents/export.xls', import.meta.url));
  expect(await read('export.xls', bytes)).toMatchObject({ text: 'Name Total\nAnn 5', tables: [{ rows: cells }] });
});

test('a saved page has its text and title, in its own characters', async () => {
  const page = '<html><head><meta charset=3D"utf-8"></head><body><h1>Tea</h1><p>Caf=C3=A9 =E4=BD=A0=E5=A5=BD</p>';
  expect(await read('page.mhtml', archive(page))).toMatchObject({ text: 'Tea\n\nCafé 你好', metadata: { title: 'Päge' } });
});

test('sheets of XML: places, merged cells, comments', async () => {
  const rows = `<Row><Cell ss:MergeAcross="1"><Data ss:Type="String">Tea &amp; cake</Data></Cell><Cell><Data>x</Data><Comment><ss:Data>why</ss:Data></Comment></Cell></Row><Row ss:Index="3"><Cell ss:Index="2"><Data ss:Type="Number">4</Data></Cell></Row>`;
  const { tables, pages, warnings } = await read('a.xls', workbook(rows));
  expect(tables[0]).toMatchObject({ title: 'Sales', rows: [['Tea & cake', '', 'x'], [], ['', '4']] });
  expect(pages).toMatchObject([{ title: 'Sales' }]);
  expect(warnings).toEqual([{ code: 'text-not-read', place: 'sheet Sales', count: 1, detail: 'comments' }]);
});

test('text that looks like markup stays text under a name that says so', async () => {
  for (const name of ['a.txt', 'a.vue', 'a.php']) expect(await read(name, html)).toMatchObject({ kind: 'txt', text: html });
});

test('a Word document as XML is refused with the reason', async () => {
  const xml = '<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument/>';
  await expect(read('a.doc', xml)).rejects.toMatchObject({
    code: 'document-unsupported',
    message: 'it is a Word document as XML; save it as docx',
  });
});
