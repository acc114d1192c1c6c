import type { Frame } from '#components/editor/document/container-frames.ts';
import { grown, type Obstacles } from '#components/editor/elements/routes/obstacles.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';

/** From left to right, and from top to bottom. */
export type GridLines = { readonly xs: readonly number[]; readonly ys: readonly number[] };

/** Crossings of lines, and which steps from one to the next are blocked. Directions: 0 down, 1 right, 2 up, 3 left. */
export class SearchGrid {
  readonly #xs: readonly number[];
  readonly #ys: readonly number[];
  /** By place: 1 if the step down from it is blocked, 2 if the one to the right is. */
  readonly #blocked: Uint8Array;

  constructor({ xs, ys }: GridLines, obstacles: Obstacles, marginPx: number) {
    this.#xs = xs;
    this.#ys = ys;
    this.#blocked = new Uint8Array(xs.length * ys.length);
    const [left, top] = [xs[0] ?? 0, ys[0] ?? 0];
    const all = { x: left, y: top, width: (xs.at(-1) ?? 0) - left, height: (ys.at(-1) ?? 0) - top };
    for (const box of obstacles.near(grown(all, marginPx))) this.#block(grown(box, marginPx));
    for (const box of obstacles.own) this.#block(box);
    if (obstacles.bounds) this.#blockOutside(obstacles.bounds);
  }

  get placeCount(): number {
    return this.#blocked.length;
  }

  placeOf({ x, y }: Position): number {
    return this.#xs.indexOf(x) * this.#ys.length + this.#ys.indexOf(y);
  }

  pointOf(place: number): Position {
    const rows = this.#ys.length;
    return { x: this.#xs[Math.floor(place / rows)] as number, y: this.#ys[place % rows] as number };
  }

  /** The distance of places to a point, across and down. */
  distancesTo({ x, y }: Position): (place: number) => number {
    const rows = this.#ys.length;
    const across = Float64Array.from(this.#xs, (line) => Math.abs(line - x));
    const down = Float64Array.from(this.#ys, (line) => Math.abs(line - y));
    return (place) => (across[Math.floor(place / rows)] as number) + (down[place % rows] as number);
  }

  neighbour(place: number, direction: number): number {
    const rows = this.#ys.length;
    return place + ([1, rows, -1, -rows][direction] as number);
  }

  /** The length of a step in pixels; undefined if it is blocked or leaves the grid. */
  stepPx(place: number, direction: number): number | undefined {
    const rows = this.#ys.length;
    const [column, row] = [Math.floor(place / rows), place % rows];
    const isAcross = direction === 1 || direction === 3;
    const lines = isAcross ? this.#xs : this.#ys;
    const lower = (isAcross ? column : row) - (direction >= 2 ? 1 : 0);
    if (lower < 0 || lower + 1 >= lines.length) return undefined;
    const first = direction >= 2 ? this.neighbour(place, direction) : place;
    if (((this.#blocked[first] as number) & (isAcross ? 2 : 1)) !== 0) return undefined;
    return (lines[lower + 1] as number) - (lines[lower] as number);
  }

  /** Blocks the steps through the inside of a box. */
  #block({ x, y, width, height }: Frame): void {
    const rows = this.#ys.length;
    for (let column = after(this.#xs, x) - 1; column < this.#xs.length && (this.#xs[column] ?? x) < x + width; column++)
      for (let row = after(this.#ys, y) - 1; row < rows && (this.#ys[row] ?? y) < y + height; row++) {
        if (column < 0 || row < 0) continue;
        const place = column * rows + row;
        if ((this.#xs[column] as number) > x) this.#mark(place, 1);
        if ((this.#ys[row] as number) > y) this.#mark(place, 2);
      }
  }

  #blockOutside({ x, y, width, height }: Frame): void {
    const rows = this.#ys.length;
    for (let place = 0; place < this.#blocked.length; place++) {
      const [left, top] = [this.#xs[Math.floor(place / rows)] as number, this.#ys[place % rows] as number];
      if (left < x || left > x + width || top < y || top > y + height) {
        this.#mark(place, 3);
        if (place >= rows) this.#mark(place - rows, 2);
        if (place % rows > 0) this.#mark(place - 1, 1);
      }
    }
  }

  #mark(place: number, what: number): void {
    this.#blocked[place] = (this.#blocked[place] as number) | what;
  }
}

/** The index of the first line beyond a coordinate. */
function after(lines: readonly number[], at: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] as number) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
