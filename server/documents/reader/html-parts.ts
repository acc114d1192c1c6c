import { makeCellAligner } from '#lib/html/align-cells.ts';
import { type HtmlReader, readHtml } from '#lib/html/read-html.ts';
import { TextWriter } from '#lib/html/text-writer.ts';
import type { DocumentFormat, DocumentTable } from '#lib/ports/document-reader.ts';
import type { DocumentInput } from './formats/document-input.ts';
import { TableRows } from './table-rows.ts';

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
  const aligner = makeCellAligner(html);
  const cells = new TableRows((rows) => tables.push({ page, title: '', rows: rows.map((row) => budget.row(row)) }));
  readHtml(html, aligner.around(cells));
  if (aligner.isIncomplete()) warnings.add('cells-not-aligned', { place: page === null ? '' : `page ${page}` });
  return tables;
}
