import readSheets from 'read-excel-file/node';
import { markdownTable, plainTable } from '../markdown-table.ts';
import { ReadingError } from '../reading-error.ts';
import type { DocumentInput, ReadFormat } from './document-input.ts';
import { officeMetadata } from './office-metadata.ts';

/** Workbooks: each sheet is a page and a table. Formulas are read as their last results. */
export const readXlsx: ReadFormat = async (input) => {
  const { format, budget } = input;
  const sheets = (await sheetsOf(input)).map(({ title, rows }) => ({ title, rows: rows.map((row) => budget.row(row)) }));
  const write = format === 'markdown' ? markdownTable : plainTable;
  const pages = sheets.map(({ title, rows }, index) => ({ number: index + 1, title, text: write(rows) }));
  const text = pages.map((page) => `${format === 'markdown' ? '## ' : ''}${page.title}\n\n${page.text}`).join('\n\n');
  const tables = sheets.flatMap(({ title, rows }, index) => (rows.length > 0 ? [{ page: index + 1, title, rows }] : []));
  return { text, pages, tables, metadata: await officeMetadata(input, { sheets: sheets.length }) };
};

async function sheetsOf({ bytes }: DocumentInput): Promise<{ title: string; rows: string[][] }[]> {
  try {
    const sheets = await readSheets(bytes);
    return sheets.map(({ sheet, data }) => ({ title: sheet, rows: data.map((row) => row.map(cellText)) }));
  } catch (cause) {
    throw new ReadingError('document-unreadable', (cause as Error).message, { cause });
  }
}

/** A day without its time is written as a day. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '');
  return String(cell);
}
