import { decodeBytes } from '../decode-bytes.ts';
import { markdownTable, plainTable } from '../markdown-table.ts';
import { readXml } from '../read-xml.ts';
import { ReadingError } from '../reading-error.ts';
import type { DocumentInput, ReadFormat } from './document-input.ts';

/** Cells to the right of it belong to no sheet. */
const MAX_COLUMNS = 16_384;
/** Of empty rows between two others that are written. */
const MAX_EMPTY_ROWS = 1000;

type Sheet = { readonly title: string; readonly rows: string[][] };

/** Workbooks as XML of Excel 2003, often under the ending .xls: each sheet is a page and a table. */
export const readSpreadsheetMl: ReadFormat = async (input) => {
  const { format, budget, warnings } = input;
  const decoded = await decodeBytes(input.bytes, { format: 'xml', warnings });
  if (decoded === undefined) throw new ReadingError('document-refused', 'its content is not text');
  const sheets = sheetsOf(decoded.text, input);
  const write = format === 'markdown' ? markdownTable : plainTable;
  const pages = sheets.map(({ title, rows }, index) => ({ number: index + 1, title, text: budget.text(write(rows)) }));
  const text = pages.map((page) => `${format === 'markdown' ? '## ' : ''}${page.title}\n\n${page.text}`).join('\n\n');
  const tables = sheets.flatMap(({ title, rows }, index) => (rows.length > 0 ? [{ page: index + 1, title, rows }] : []));
  return { text, pages, tables, metadata: { sheets: sheets.length, ...decoded.guess } };
};

function sheetsOf(xml: string, { budget, warnings }: DocumentInput): Sheet[] {
  const sheets: Sheet[] = [];
  let row: string[] | undefined;
  let cell: string[] | undefined;
  let mergedColumns = 0;
  let target: 'data' | 'comment' | undefined;
  readXml(xml, {
    open(name, attributes) {
      const tag = name.slice(name.indexOf(':') + 1);
      const numberOf = (attribute: string) => {
        const value = Number(attributes[`ss:${attribute}`] ?? attributes[attribute]);
        return Number.isInteger(value) && value > 0 ? value : undefined;
      };
      if (tag === 'Worksheet') sheets.push({ title: attributes['ss:Name'] ?? attributes.Name ?? '', rows: [] });
      const rows = sheets.at(-1)?.rows;
      if (!rows) return;
      if (tag === 'Row') {
        const index = numberOf('Index') ?? 0;
        const missing = Math.min(index - 1 - rows.length, MAX_EMPTY_ROWS);
        for (let count = 0; count < missing; count++) rows.push([]);
        row = [];
      }
      if (tag === 'Cell' && row) {
        const index = Math.min(numberOf('Index') ?? 0, MAX_COLUMNS);
        while (row.length < index - 1) row.push('');
        cell = [];
        mergedColumns = Math.min(numberOf('MergeAcross') ?? 0, MAX_COLUMNS);
      }
      if (tag === 'Data' && cell && target !== 'comment') target = 'data';
      if (tag === 'Comment' && row) target = 'comment';
    },
    text(text) {
      if (target === 'data') cell?.push(text);
      if (target === 'comment' && text.trim() !== '')
        warnings.add('text-not-read', { place: `sheet ${sheets.at(-1)?.title}`, detail: 'comments' });
    },
    close(name) {
      const tag = name.slice(name.indexOf(':') + 1);
      if (tag === 'Comment' || (tag === 'Data' && target === 'data')) target = undefined;
      if (tag === 'Cell' && row && cell) {
        row.push(cell.join(''), ...Array.from({ length: mergedColumns }, () => ''));
        cell = undefined;
      }
      if (tag === 'Row' && row) {
        sheets.at(-1)?.rows.push([...budget.row(row)]);
        row = undefined;
      }
    },
  });
  return sheets;
}
