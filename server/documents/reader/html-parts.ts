import { type HtmlReader, readHtml } from '#lib/html/read-html.ts';
import { TextWriter } from '#lib/html/text-writer.ts';
import type { DocumentFormat } from '#lib/ports/document-reader.ts';

/** All visible text of an HTML text. Links stay as they are. */
export function textOfHtml(html: string, format: DocumentFormat): { title: string | undefined; text: string } {
  const writer = new TextWriter({ format, baseUrl: 'file:///', within: undefined });
  readHtml(html, format === 'markdown' ? withHeads(writer) : writer);
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

/** Tables of an HTML text in document order. One inside of a cell comes before the table around it. */
export function tablesOfHtml(html: string): string[][][] {
  const tables: string[][][] = [];
  const open: { rows: string[][]; cell: string[] | undefined }[] = [];
  const space = () => open.at(-1)?.cell?.push(' ');
  readHtml(html, {
    open(name) {
      if (name === 'table') open.push({ rows: [], cell: undefined });
      const table = open.at(-1);
      if (!table) return;
      if (name === 'tr') table.rows.push([]);
      if (name === 'td' || name === 'th') {
        endCell(table);
        table.cell = [];
      }
      if (name === 'br' || name === 'p' || name === 'li') space();
    },
    close(name) {
      const table = open.at(-1);
      if (!table) return;
      if (name === 'td' || name === 'th' || name === 'tr' || name === 'table') endCell(table);
      if (name !== 'table') return;
      open.pop();
      const rows = table.rows.filter((row) => row.length > 0);
      if (rows.length > 0) tables.push(rows);
    },
    text: (text) => void open.at(-1)?.cell?.push(text),
  });
  return tables;
}

function endCell(table: { rows: string[][]; cell: string[] | undefined }): void {
  if (!table.cell) return;
  if (table.rows.length === 0) table.rows.push([]);
  table.rows.at(-1)?.push(table.cell.join('').replaceAll(/\s+/g, ' ').trim());
  table.cell = undefined;
}
