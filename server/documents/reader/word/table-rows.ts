import type { HtmlReader } from '#lib/html/read-html.ts';

type Table = { readonly rows: string[][]; cell: string[] | undefined };

/** Keeps the cells of all tables. One inside of a cell comes before the table around it. */
export class TableRows implements HtmlReader {
  readonly tables: string[][][] = [];
  readonly #open: Table[] = [];

  open(name: string): void {
    if (name === 'table') this.#open.push({ rows: [], cell: undefined });
    const table = this.#open.at(-1);
    if (!table) return;
    if (name === 'tr') table.rows.push([]);
    else if (name === 'td' || name === 'th') table.cell = [];
    else if (name === 'p' || name === 'li' || name === 'br' || /^h[1-6]$/.test(name)) table.cell?.push(' ');
  }

  close(name: string): void {
    const table = this.#open.at(-1);
    if (!table) return;
    if (name === 'td' || name === 'th') {
      table.rows.at(-1)?.push((table.cell ?? []).join('').replaceAll(/\s+/g, ' ').trim());
      table.cell = undefined;
    }
    if (name !== 'table') return;
    this.#open.pop();
    const rows = table.rows.filter((row) => row.length > 0);
    if (rows.length > 0) this.tables.push(rows);
  }

  text(text: string): void {
    this.#open.at(-1)?.cell?.push(text);
  }
}
