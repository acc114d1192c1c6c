import { makeCellAligner } from '#lib/html/align-cells.ts';
import { type HtmlReader, readHtml } from '#lib/html/read-html.ts';
import { TextWriter } from '#lib/html/text-writer.ts';
import type { DocumentFormat, DocumentTable } from '#lib/ports/document-reader.ts';
import type { DocumentInput } from './formats/document-input.ts';

/** All visible text of an HTML text. Links stay as they are. */
export function textOfHtml(html: string, format: DocumentFormat): { title: string | undefined; text: string } {
  const writer = new TextWriter({ format, baseUrl: 'file:///', within: undefined });
  readHtml(html, makeCellAligner(html).around(format === 'markdown' ? withHeads(writer) : writer));
  return writer.finish();
}

/** Tables of Markdown have a head, and those of Word and of books often do not: it is their first row. */
function withHeads(writer: HtmlReader): HtmlReader {
  /** Rows of each open table so far. */
  const rows: number[] = [];
  const inHead = (name: string) => (name === 'td' && rows.at(-1) === 1 ? 'th' : name);
  return {
    open(name, attributes) {
      if (name === 'table') rows.push(0);
      if (name === 'tr' && rows.length > 0) rows[rows.length - 1] = (rows.at(-1) ?? 0) + 1;
      writer.open(inHead(name), attributes);
    },
    close(name) {
      writer.close(inHead(name));
      if (name === 'table') rows.pop();
    },
    text: (text) => writer.text(text),
  };
}

/**
 * Tables of an HTML text in document order, with an empty cell in each place that another cell covers.
 * One inside of a cell comes before the table around it.
 * @param page the number of the page they are on
 */
export function tablesOfHtml(
  html: string,
  { budget, warnings }: Pick<DocumentInput, 'budget' | 'warnings'>,
  page: number | null = null,
): DocumentTable[] {
  const tables: DocumentTable[] = [];
  const open: { rows: string[][]; cell: string[] | undefined }[] = [];
  const space = () => open.at(-1)?.cell?.push(' ');
  const aligner = makeCellAligner(html);
  const reader: HtmlReader = {
    open(name) {
      if (name === 'table') open.push({ rows: [], cell: undefined });
      const table = open.at(-1);
      if (!table) return;
      if (name === 'tr' || name === 'td' || name === 'th') endCell(table);
      if (name === 'tr') table.rows.push([]);
      if (name === 'td' || name === 'th') table.cell = [];
      if (name === 'br' || name === 'p' || name === 'li') space();
    },
    close(name) {
      const table = open.at(-1);
      if (!table) return;
      if (name === 'td' || name === 'th' || name === 'tr' || name === 'table') endCell(table);
      if (name !== 'table') return;
      open.pop();
      const rows = table.rows.filter((row) => row.length > 0).map((row) => budget.row(row));
      if (rows.length > 0) tables.push({ page, title: '', rows });
    },
    text: (text) => void open.at(-1)?.cell?.push(text),
  };
  readHtml(html, aligner.around(reader));
  if (aligner.isIncomplete()) warnings.add('cells-not-aligned', { place: page === null ? '' : `page ${page}` });
  return tables;
}

function endCell(table: { rows: string[][]; cell: string[] | undefined }): void {
  if (!table.cell) return;
  if (table.rows.length === 0) table.rows.push([]);
  table.rows.at(-1)?.push(table.cell.join('').replaceAll(/\s+/g, ' ').trim());
  table.cell = undefined;
}
