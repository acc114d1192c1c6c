import { cellText, type FoundTable, isBlank, isSameLine, type TextPiece } from './text-piece.ts';

type Span = { readonly from: number; readonly to: number };
type Line = {
  readonly pieces: readonly TextPiece[];
  readonly runs: readonly Span[];
  readonly y: number;
  readonly height: number;
};
type Cell = { readonly column: number; readonly pieces: TextPiece[] };
type Row = { readonly cells: Map<number, TextPiece[]>; readonly top: number; bottom: number };

/** Gap between cells of a line, in heights of the line, and in widths of a character where those are wide. */
const CELL_GAP = 0.55;
const CELL_GAP_CHARS = 1.35;
/** Gap between columns over all lines: numbers on the right of a cell come near to the next one. */
const COLUMN_GAP = 0.08;
/** Between two lines of a table, in heights of a line. */
const MAX_LEADING = 3.2;
/** A line that is so much higher is a heading. */
const MAX_HEIGHT_FACTOR = 1.25;
/** Of the cells of a table, at least. */
const MIN_FILLED = 0.45;
/** How far a cell may be out of line with its column, in heights of a line. */
const OUT_OF_LINE = 0.3;
const MIN_ALIGNED = 0.6;
const MAX_CELL_CHARS = 60;
/** Of cells whose order in the file does not say which belong together: columns of prose are longer. */
const MAX_LOOSE_CHARS = 20;
/** More columns are a map or a drawing. */
const MAX_COLUMNS = 40;
const LIST_MARK = /^(?:[\p{P}\p{S}\uf000-\uf0ff]|\(?[\p{L}\p{N}]{1,3}[.)）、])$/u;
const LIST_DOT = /^[\p{P}\p{S}\uf000-\uf0ff]$/u;
const LEADER = /(?:\.\s?){4}|…{2}/;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Tables without lines: texts below each other, with gaps that go through all of their lines. */
export function findAlignedTables(pieces: readonly TextPiece[]): FoundTable[] {
  const order = new Map(pieces.map((piece, index) => [piece, index]));
  const tables: FoundTable[] = [];
  let block: Line[] = [];
  let columns: Span[] = [];
  const close = () => {
    const table = block.length < 2 ? undefined : readBlock(block, columns, order);
    if (table) tables.push(table);
    block = [];
  };
  for (const line of pageLines(pieces)) {
    const last = block.at(-1);
    if (last) {
      const wider = covered([...columns, ...line.runs], Math.max(last.height, line.height) * COLUMN_GAP);
      const isNear = last.y - line.y <= Math.max(last.height, line.height) * MAX_LEADING;
      const isHeading = line.runs.length === 1 && line.height > last.height * MAX_HEIGHT_FACTOR;
      const isOther =
        block.length > 1 && line.runs.length > 1 && columns.some((column) => line.runs.every((run) => isWithin(run, column)));
      const isFirst = block.length < 3 && line.runs.length > 1;
      const fits = wider.length >= 2 && wider.length <= MAX_COLUMNS && (wider.length >= columns.length || isFirst);
      if (isNear && fits && !isHeading && !isOther) {
        block.push(line);
        columns = wider;
        continue;
      }
      close();
    }
    if (line.runs.length < 2) continue;
    block = [line];
    columns = [...line.runs];
  }
  close();
  return tables;
}

/** Whether a page has texts with gaps between them, at least. */
export function mayHaveTables(pieces: readonly TextPiece[]): boolean {
  let found = 0;
  for (const line of pageLines(pieces)) if (line.runs.length > 1 && ++found > 1) return true;
  return false;
}

/** The lines of a page from top to bottom, wherever their texts are in the file. */
function pageLines(pieces: readonly TextPiece[]): Line[] {
  const lines: TextPiece[][] = [];
  for (const piece of pieces.filter((one) => !isBlank(one)).sort((a, b) => b.y - a.y)) {
    const last = lines.at(-1);
    if (last?.[0] && isSameLine(last[0], piece)) last.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => {
    const height = line.reduce((most, piece) => Math.max(most, piece.height), 1);
    const chars = line.reduce((sum, { text }) => sum + widthOf(text), 0);
    const charWidth = line.reduce((sum, { width }) => sum + width, 0) / Math.max(chars, 1);
    const runs = covered(line.map(spanOf), Math.max(height * CELL_GAP, charWidth * CELL_GAP_CHARS));
    return { pieces: line, runs, y: line[0]?.y ?? 0, height };
  });
}

function isWithin(run: Span, { from, to }: Span): boolean {
  return run.from >= from - 1 && run.to <= to + 1;
}

function spanOf({ x, width }: TextPiece): Span {
  return { from: x, to: x + width };
}

/** Spans joined where the gap between them is smaller. */
function covered(spans: readonly Span[], gap: number): Span[] {
  const found: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last && from - last.to < gap) last.to = Math.max(last.to, to);
    else found.push({ from, to });
  }
  return found;
}

function readBlock(
  lines: readonly Line[],
  columns: readonly Span[],
  order: ReadonlyMap<TextPiece, number>,
): FoundTable | undefined {
  const pieces = lines.flatMap((line) => line.pieces).sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  const cells = cellsOf(pieces, columns);
  const inOrder = rowsInOrder(cells);
  const rows = inOrder ?? lines.map((line) => rowOf(cellsOf(line.pieces, columns)));
  // Text below a table begins where its first column does.
  while ((rows.at(-1)?.cells.size ?? 2) < 2) rows.pop();
  const used = columns.flatMap((_, column) => (rows.some(({ cells: row }) => row.has(column)) ? [column] : []));
  const texts = rows.map(({ cells: row }) => used.map((column) => cellText(row.get(column) ?? [])));
  if (!isTable(texts, inOrder === undefined ? MAX_LOOSE_CHARS : MAX_CELL_CHARS)) return undefined;
  if (!used.every((column) => isAligned(rows.flatMap(({ cells: row }) => row.get(column) ?? [])))) return undefined;
  return { pieces: new Set(rows.flatMap(({ cells: row }) => [...row.values()].flat())), rows: texts };
}

function cellsOf(pieces: readonly TextPiece[], columns: readonly Span[]): Cell[] {
  const cells: Cell[] = [];
  for (const piece of pieces) {
    const middle = piece.x + piece.width / 2;
    const column = Math.max(
      columns.findLastIndex(({ from }) => from <= middle),
      0,
    );
    const last = cells.at(-1);
    const end = last?.pieces.at(-1);
    if (last?.column === column && end && isSameLine(end, piece)) last.pieces.push(piece);
    else cells.push({ column, pieces: [piece] });
  }
  return cells;
}

function rowOf(cells: readonly Cell[]): Row {
  const row: Row = { cells: new Map(), top: cells[0]?.pieces[0]?.y ?? 0, bottom: Number.POSITIVE_INFINITY };
  for (const cell of cells) addTo(row, cell);
  return row;
}

function addTo(row: Row, { column, pieces }: Cell): void {
  const known = row.cells.get(column);
  if (known) known.push(...pieces);
  else row.cells.set(column, [...pieces]);
  row.bottom = Math.min(row.bottom, pieces[0]?.y ?? row.bottom);
}

/**
 * Rows of a file that has them one after the other, where a cell may be several lines.
 * @returns undefined for a file that has the columns one after the other, as those of prose are
 */
function rowsInOrder(cells: readonly Cell[]): Row[] | undefined {
  const leading = rowLeading(cells);
  const rows: Row[] = [];
  let before: Cell | undefined;
  for (const cell of cells) {
    const [piece] = cell.pieces;
    const row = rows.at(-1);
    if (!piece) continue;
    const slack = piece.height / 2;
    const isBelow = !row || piece.y < row.bottom - slack;
    const isWrapped =
      before?.column === cell.column && isBelow && (before.pieces[0]?.y ?? 0) - piece.y < leading - piece.height * 0.1;
    const isBeside = before !== undefined && cell.column > before.column && !isBelow;
    if (row && piece.y > row.top + piece.height * 6) return undefined;
    if (row && (isWrapped || isBeside)) addTo(row, cell);
    else if (isBelow) rows.push(rowOf([cell]));
    else return undefined;
    before = cell;
  }
  return rows;
}

/** The smallest distance of a row from the one before it. Lines of one cell are nearer. */
function rowLeading(cells: readonly Cell[]): number {
  let smallest = Number.POSITIVE_INFINITY;
  let top: number | undefined;
  let before: Cell | undefined;
  for (const cell of cells) {
    const y = cell.pieces[0]?.y ?? 0;
    if (before === undefined || cell.column < before.column) {
      if (top !== undefined && top > y) smallest = Math.min(smallest, top - y);
      top = y;
    }
    before = cell;
  }
  return smallest;
}

function isTable(rows: readonly (readonly string[])[], maxChars: number): boolean {
  const columns = rows[0]?.length ?? 0;
  const wide = rows.filter((row) => row.filter((cell) => cell !== '').length > 1);
  const isLarge = wide.length >= 3 || (wide.length === 2 && columns > 2);
  if (!isLarge || wide.length < rows.length / 2) return false;
  const filled = rows.flat().filter((cell) => cell !== '');
  if (filled.length < rows.length * columns * MIN_FILLED) return false;
  if (filled.reduce((sum, cell) => sum + widthOf(cell), 0) > filled.length * maxChars) return false;
  if (rows.filter((row) => row.some((cell) => LEADER.test(cell))).length > rows.length / 2) return false;
  const marks = wide.filter(([first = '']) => (columns > 2 ? LIST_DOT : LIST_MARK).test(first));
  return marks.length < wide.length / 2;
}

/** Chinese says as much in half as many characters. */
function widthOf(text: string): number {
  return text.length + (text.match(CJK)?.length ?? 0);
}

/** Whether most of the lines of a column begin, end or are centred at one place. */
function isAligned(pieces: readonly TextPiece[]): boolean {
  const lines: { from: number; to: number; height: number; piece: TextPiece }[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last && isSameLine(last.piece, piece)) last.to = Math.max(last.to, piece.x + piece.width);
    else lines.push({ from: piece.x, to: piece.x + piece.width, height: piece.height, piece });
  }
  const most = (place: (line: Span) => number) => {
    const found = lines
      .map((line) => ({ at: place(line), slack: Math.max(line.height, 1) * OUT_OF_LINE }))
      .sort((a, b) => a.at - b.at);
    const middle = found[Math.floor(found.length / 2)];
    return found.filter(({ at, slack }) => Math.abs(at - (middle?.at ?? at)) <= slack).length;
  };
  const best = Math.max(
    most(({ from }) => from),
    most(({ to }) => to),
    most(({ from, to }) => (from + to) / 2),
  );
  return best >= lines.length * MIN_ALIGNED;
}
