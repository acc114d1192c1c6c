import type { HtmlReader } from '#lib/html/read-html.ts';
import { CellCount } from './budget.ts';

type Table = { readonly rows: string[][]; cell: string[] | undefined };

/** Collects the rows of each table when it ends. One inside of a cell comes before the table around it. */
export class TableRows implements HtmlReader {
  readonly #onTable: (rows: readonly (readonly string[])[]) => void;
  readonly #open: Table[] = [];
  readonly #count = new CellCount();

  constructor(onTable: (rows: readonly (readonly string[])[]) => void) {
    this.#onTable = onTable;
  }

  open(name: string): void {
    if (name === 'table') this.#open.push({ rows: [], cell: undefined });
    const table = this.#open.at(-1);
    if (!table) return;
    if (name === 'tr' || name === 'td' || name === 'th') endCell(table);
    if (name === 'tr') table.rows.push([]);
    if (name === 'td' || name === 'th') {
      this.#count.add(1);
      table.cell = [];
    }
    if (name === 'br' || name === 'p' || name === 'li') table.cell?.push(' ');
  }

  close(name: string): void {
    const table = this.#open.at(-1);
    if (!table) return;
    if (name === 'td' || name === 'th' || name === 'tr' || name === 'table') endCell(table);
    if (name !== 'table') return;
    this.#open.pop();
    const rows = table.rows.filter((row) => row.length > 0);
    if (rows.length > 0) this.#onTable(rows);
  }

  text(text: string): void {
    this.#open.at(-1)?.cell?.push(text);
  }
}

/** End tags of cells may be missing. */
function endCell(table: Table): void {
  if (!table.cell) return;
  if (table.rows.length === 0) table.rows.push([]);
  table.rows.at(-1)?.push(table.cell.join('').replaceAll(/\s+/g, ' ').trim());
  table.cell = undefined;
}
