import type { Rule, Rules } from './read-rules.ts';
import { cellText, type FoundTable, isBlank, isSameLine, type TextPiece } from './text-piece.ts';

/** Lines that are nearer are one; a line that ends nearer to another one meets it. */
const NEAR = 3;
const MAX_CELLS = 10_000;
/** Of the cells of a table, at least; a chart has lines too, and its texts are around them. */
const MIN_FILLED = 0.3;
/** On average; more is the layout of a page. */
const MAX_CELL_CHARS = 600;

type Grid = {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly vertical: Rule[];
  readonly horizontal: Rule[];
};

/** Tables whose cells are parted by lines. A cell over several columns or rows is in the first of them. */
export function findRuledTables(pieces: readonly TextPiece[], rules: Rules): FoundTable[] {
  const horizontal = joined(rules.horizontal);
  const vertical = joined(rules.vertical);
  return gridsOf(horizontal, vertical).flatMap((grid) => {
    const table = readGrid(grid, pieces);
    return table ? [table] : [];
  });
}

/** Parts of one line, such as the borders of its cells, as that line. */
function joined(rules: readonly Rule[]): Rule[] {
  const lines: { at: number; parts: Rule[] }[] = [];
  for (const rule of rules.toSorted((a, b) => a.at - b.at)) {
    const last = lines.at(-1);
    if (last && rule.at - last.at <= NEAR) last.parts.push(rule);
    else lines.push({ at: rule.at, parts: [rule] });
  }
  return lines.flatMap(({ at, parts }) => {
    const whole: { at: number; from: number; to: number }[] = [];
    for (const { from, to } of parts.toSorted((a, b) => a.from - b.from)) {
      const last = whole.at(-1);
      if (last && from <= last.to + NEAR) last.to = Math.max(last.to, to);
      else whole.push({ at, from, to });
    }
    return whole;
  });
}

/** Lines that meet, as grids with at least two rows and columns. */
function gridsOf(horizontal: readonly Rule[], vertical: readonly Rule[]): Grid[] {
  const sets = new DisjointSets(horizontal.length + vertical.length);
  for (const [row, across] of horizontal.entries())
    for (const [column, down] of vertical.entries())
      if (holds(across, down.at, NEAR) && holds(down, across.at, NEAR)) sets.join(row, horizontal.length + column);
  const grids = new Map<number, { horizontal: Rule[]; vertical: Rule[] }>();
  const add = (index: number, kind: 'horizontal' | 'vertical', rule: Rule) => {
    const root = sets.find(index);
    const grid = grids.get(root) ?? { horizontal: [], vertical: [] };
    grid[kind].push(rule);
    grids.set(root, grid);
  };
  for (const [row, rule] of horizontal.entries()) add(row, 'horizontal', rule);
  for (const [column, rule] of vertical.entries()) add(horizontal.length + column, 'vertical', rule);
  return [...grids.values()].flatMap((grid) => {
    if (grid.horizontal.length === 0 || grid.vertical.length === 0) return [];
    // Tables without a border around them end where their lines do.
    const xs = places([...grid.vertical.map(({ at }) => at), ...grid.horizontal.flatMap(({ from, to }) => [from, to])]);
    const ys = places([...grid.horizontal.map(({ at }) => at), ...grid.vertical.flatMap(({ from, to }) => [from, to])]).reverse();
    if (xs.length < 3 || ys.length < 3 || xs.length * ys.length > MAX_CELLS) return [];
    return [{ ...grid, xs, ys }];
  });
}

function places(numbers: readonly number[]): number[] {
  const found: number[] = [];
  for (const number of numbers.toSorted((a, b) => a - b))
    if (number - (found.at(-1) ?? Number.NEGATIVE_INFINITY) > NEAR) found.push(number);
  return found;
}

function holds({ from, to }: Rule, place: number, margin: number): boolean {
  return place >= from - margin && place <= to + margin;
}

function readGrid({ xs, ys, horizontal, vertical }: Grid, pieces: readonly TextPiece[]): FoundTable | undefined {
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const cells = new DisjointSets(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [right, below] = [xs[column + 1] ?? 0, ys[row + 1] ?? 0];
      const [middleX, middleY] = [((xs[column] ?? 0) + right) / 2, ((ys[row] ?? 0) + below) / 2];
      const cell = row * columns + column;
      if (column + 1 < columns && !hasRule(vertical, right, middleY)) cells.join(cell, cell + 1);
      if (row + 1 < rows && !hasRule(horizontal, below, middleX)) cells.join(cell, cell + columns);
    }
  const rising = ys.toReversed();
  const cellAt = (x: number, y: number) => {
    const column = intervalOf(xs, x);
    const row = rows - 1 - intervalOf(rising, y);
    return column < 0 || column >= columns || row < 0 || row >= rows ? undefined : cells.find(row * columns + column);
  };
  const inside = new Map<number, TextPiece[]>();
  const taken = new Set<TextPiece>();
  for (const piece of pieces) {
    const y = piece.y + piece.height * 0.3;
    if (cellAt(piece.x + piece.width / 2, y) === undefined) continue;
    taken.add(piece);
    if (isBlank(piece)) continue;
    const isOfOne = cellAt(piece.x + 1, y) === cellAt(piece.x + piece.width - 1, y);
    for (const part of isOfOne ? [piece] : wordsOf(piece)) {
      const cell = cellAt(part.x + part.width / 2, y);
      if (cell === undefined) continue;
      const others = inside.get(cell) ?? [];
      others.push(part);
      inside.set(cell, others);
    }
  }
  const table = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => inside.get(row * columns + column) ?? []),
  );
  const texts = withoutEmpty(table.flatMap(splitRow).map((row) => row.map(cellText)));
  return isTable(texts) ? { pieces: taken, rows: texts } : undefined;
}

/** The words of a text that goes over several cells, about where they are. */
function wordsOf({ text, x, width, ...rest }: TextPiece): TextPiece[] {
  const ofChar = width / text.length;
  return [...text.matchAll(/\S+/g)].map((found) => ({
    ...rest,
    text: found[0],
    x: x + found.index * ofChar,
    width: found[0].length * ofChar,
  }));
}

function hasRule(rules: readonly Rule[], at: number, place: number): boolean {
  return rules.some((rule) => Math.abs(rule.at - at) <= NEAR && holds(rule, place, 0));
}

/** Index of the interval between ascending places; -1 before the first, their last index after it. */
function intervalOf(ascending: readonly number[], place: number): number {
  return ascending.findLastIndex((start) => start <= place);
}

/** A band between two lines that has the same lines of text in each column holds that many rows. */
function splitRow(row: readonly (readonly TextPiece[])[]): (readonly TextPiece[])[][] {
  const lined = row.map(byLine);
  const filled = lined.filter((lines) => lines.length > 0);
  const [first] = filled;
  const isSplit =
    first !== undefined &&
    first.length >= 3 &&
    filled.length >= 2 &&
    filled.every((lines) => lines.length === first.length && lines.every((line, index) => areBeside(line, first[index])));
  if (!isSplit) return [[...row]];
  return first.map((_, index) => lined.map((lines) => lines[index] ?? []));
}

function areBeside([piece]: readonly TextPiece[], other: readonly TextPiece[] | undefined): boolean {
  const [second] = other ?? [];
  return piece !== undefined && second !== undefined && isSameLine(piece, second);
}

function byLine(pieces: readonly TextPiece[]): TextPiece[][] {
  const lines: TextPiece[][] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last?.[0] && isSameLine(last[0], piece)) last.push(piece);
    else lines.push([piece]);
  }
  return lines;
}

function withoutEmpty(rows: readonly (readonly string[])[]): string[][] {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  const columns = (filled[0] ?? []).map((_, column) => filled.some((row) => row[column] !== ''));
  return filled.map((row) => row.filter((_, column) => columns[column]));
}

function isTable(rows: readonly (readonly string[])[]): boolean {
  const columns = rows[0]?.length ?? 0;
  const filled = rows.flat().filter((cell) => cell !== '');
  const chars = filled.reduce((sum, cell) => sum + cell.length, 0);
  return (
    rows.length >= 2 &&
    columns >= 2 &&
    filled.length >= rows.length * columns * MIN_FILLED &&
    chars <= filled.length * MAX_CELL_CHARS
  );
}

/** Sets that are joined; each is known by its smallest member. */
class DisjointSets {
  readonly #parents: number[];

  constructor(size: number) {
    this.#parents = Array.from({ length: size }, (_, index) => index);
  }

  find(member: number): number {
    let root = member;
    while (this.#parents[root] !== root) root = this.#parents[root] ?? root;
    for (let at = member; at !== root; ) {
      const next = this.#parents[at] ?? root;
      this.#parents[at] = root;
      at = next;
    }
    return root;
  }

  join(one: number, other: number): void {
    const [a, b] = [this.find(one), this.find(other)];
    this.#parents[Math.max(a, b)] = Math.min(a, b);
  }
}
