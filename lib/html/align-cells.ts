import { type HtmlReader, readHtml } from './read-html.ts';

/** The limits of HTML. @see https://html.spec.whatwg.org/multipage/tables.html */
const MAX_COLUMN_SPAN = 1000;
const MAX_ROW_SPAN = 65_534;
/** Cells to the right of it are not aligned: each row is compared with the columns above. */
const MAX_COLUMNS = 1000;
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const ROW_GROUPS = new Set(['thead', 'tbody', 'tfoot']);

type CellAligner = {
  /** Adds an empty cell wherever a cell to the left or above reaches. */
  readonly around: (reader: HtmlReader) => HtmlReader;
  /** True when the spans claim more cells than the page can hold, and those after were not aligned. */
  readonly isIncomplete: () => boolean;
};

/**
 * Aligns the cells of a page under their columns. A column in which no cell begins is not one, so that
 * `colspan="100"` for a whole row makes no hundred columns. Adds at most one cell for each character.
 */
export function makeCellAligner(html: string): CellAligner {
  if (!/(?:col|row)span\s*=/i.test(html)) return { around: (reader) => reader, isIncomplete: () => false };
  const columns = columnsOfTables(html);
  let isIncomplete = false;
  const around = (reader: HtmlReader): HtmlReader => {
    let rest = html.length;
    const addCells = (table: number, { from, to }: ColumnRange) => {
      const begun = columns[table] as ReadonlySet<number>;
      for (let column = from; column < to; column++) {
        if (!begun.has(column)) continue;
        if (rest-- <= 0) {
          isIncomplete = true;
          return;
        }
        reader.open('td', NO_ATTRIBUTES);
        reader.close('td');
      }
    };
    return walkTables(reader, { onCell: (table, range) => addCells(table, range), onRowEnd: addCells });
  };
  return { around, isIncomplete: () => isIncomplete };
}

type ColumnRange = { readonly from: number; readonly to: number };
type TableListener = {
  /** `range`: the columns before it that other cells cover. Called before the cell is opened. */
  onCell(table: number, range: ColumnRange, column: number): void;
  onRowEnd(table: number, range: ColumnRange): void;
};

/** The columns in which a cell begins, of each table in the order of their start tags. */
function columnsOfTables(html: string): ReadonlySet<number>[] {
  const columns: Set<number>[] = [];
  const ignore = () => {};
  const walk = walkTables(
    { open: ignore, close: ignore, text: ignore },
    {
      onCell: (table, _, column) => {
        columns[table] ??= new Set();
        columns[table].add(column);
      },
      onRowEnd: ignore,
    },
  );
  readHtml(html, walk);
  return columns;
}

type OpenTable = { readonly index: number; readonly grid: CellGrid };

function walkTables(reader: HtmlReader, { onCell, onRowEnd }: TableListener): HtmlReader {
  const open: OpenTable[] = [];
  let count = 0;
  const endRow = () => {
    const table = open.at(-1);
    const range = table?.grid.endRow();
    if (table && range) onRowEnd(table.index, range);
  };
  return {
    open(name, attributes) {
      const table = open.at(-1);
      if (name === 'table') open.push({ index: count++, grid: new CellGrid() });
      else if (table && (name === 'tr' || ROW_GROUPS.has(name))) {
        endRow();
        if (name === 'tr') table.grid.beginRow();
      } else if (table && (name === 'td' || name === 'th')) {
        const { range, column } = table.grid.place(spansOf(attributes));
        onCell(table.index, range, column);
      }
      if (table && ROW_GROUPS.has(name)) table.grid.endGroup();
      reader.open(name, attributes);
    },
    close(name) {
      if (name === 'tr' || name === 'table' || ROW_GROUPS.has(name)) endRow();
      if (ROW_GROUPS.has(name)) open.at(-1)?.grid.endGroup();
      if (name === 'table') open.pop();
      reader.close(name);
    },
    text: (text) => reader.text(text),
  };
}

type Spans = { readonly columnSpan: number; readonly rowSpan: number };

/** The columns of the cells of one table, computed row by row. */
class CellGrid {
  #row = 0;
  #isInRow = false;
  /** Of the last cell of the row; undefined before the first one. */
  #last: { readonly column: number; readonly end: number } | undefined;
  /** For each column the first row that no cell above reaches into. */
  #coveredUntil: number[] = [];

  beginRow(): void {
    this.#isInRow = true;
  }

  place({ columnSpan, rowSpan }: Spans): { range: ColumnRange; column: number } {
    this.#isInRow = true;
    const from = this.#last ? this.#last.column + 1 : 0;
    const column = this.#firstFree(this.#last?.end ?? 0);
    const end = Math.min(column + columnSpan, MAX_COLUMNS);
    if (rowSpan > 1) for (let at = column; at < end; at++) this.#coveredUntil[at] = this.#row + rowSpan;
    this.#last = { column, end: Math.max(end, column + 1) };
    return { range: { from, to: column }, column };
  }

  /** @returns the columns after the last cell that are covered; undefined for a row without cells */
  endRow(): ColumnRange | undefined {
    if (!this.#isInRow) return undefined;
    const last = this.#last;
    const range = last && { from: last.column + 1, to: this.#firstFree(last.end) };
    this.#last = undefined;
    this.#isInRow = false;
    this.#row++;
    return range;
  }

  /** Cells end with the group of their row. */
  endGroup(): void {
    this.#coveredUntil = [];
  }

  #firstFree(from: number): number {
    let column = from;
    while ((this.#coveredUntil[column] ?? 0) > this.#row) column++;
    return column;
  }
}

function spansOf(attributes: ReadonlyMap<string, string>): Spans {
  const rowSpan = spanOf(attributes.get('rowspan'));
  return {
    columnSpan: Math.min(Math.max(spanOf(attributes.get('colspan')), 1), MAX_COLUMN_SPAN),
    // Zero reaches to the end of the group.
    rowSpan: rowSpan === 0 ? MAX_ROW_SPAN : Math.min(rowSpan, MAX_ROW_SPAN),
  };
}

function spanOf(value: string | undefined): number {
  const [digits] = /^\s*\d{1,9}/.exec(value ?? '') ?? [];
  return digits === undefined ? 1 : Number(digits);
}
