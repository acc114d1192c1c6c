import { makeCellAligner } from '#lib/html/align-cells.ts';
import type { PageText } from '#lib/html/page-text.ts';
import { type HtmlReader, readHtml } from '#lib/html/read-html.ts';
import { type SkippedParts, TextWriter } from '#lib/html/text-writer.ts';
import type { DocumentFormat, DocumentTable } from '#lib/ports/document-reader.ts';
import type { DocumentInput } from './formats/document-input.ts';
import { TableRows } from './table-rows.ts';
import type { Warnings } from './warnings.ts';

const MEDIA = new Set(['canvas', 'video', 'audio']);
const EMBEDDED = new Set(['iframe', 'frame', 'object', 'embed', 'svg']);

/** All visible text of an HTML text. Links stay as they are. */
export function textOfHtml(html: string, format: DocumentFormat): PageText {
  const writer = new TextWriter({ format, baseUrl: 'file:///', within: undefined, keepsAsides: true });
  readHtml(html, makeCellAligner(html).around(format === 'markdown' ? withHeads(writer) : writer));
  return writer.finish();
}

/** Says what the text of a page leaves out. */
export function warnAboutSkipped(skipped: SkippedParts, warnings: Warnings, place = ''): void {
  const outside: string[] = [];
  for (const [part, count] of skipped) {
    if (part === 'hidden') warnings.add('hidden-text-not-read', { place, count });
    else if (part === 'img') warnings.add('pictures-not-read', { place, count });
    else if (MEDIA.has(part)) warnings.add('media-not-read', { place, detail: part, count });
    else if (EMBEDDED.has(part)) warnings.add('text-not-read', { place, detail: part, count });
    else outside.push(part === 'outside' ? 'body' : part);
  }
  if (outside.length > 0) warnings.add('outside-not-read', { place, detail: outside.join(', '), count: outside.length });
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
 */
export function tablesOfHtml(
  html: string,
  { budget, warnings }: Pick<DocumentInput, 'budget' | 'warnings'>,
  { page = null, place = '' }: { readonly page?: number | null; readonly place?: string } = {},
): DocumentTable[] {
  const tables: DocumentTable[] = [];
  const aligner = makeCellAligner(html);
  const cells = new TableRows((rows) => tables.push({ page, title: '', rows: rows.map((row) => budget.row(row)) }));
  readHtml(html, aligner.around(cells));
  if (aligner.isIncomplete()) warnings.add('cells-not-aligned', { place });
  return tables;
}
