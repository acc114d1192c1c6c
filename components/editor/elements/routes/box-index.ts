import type { Frame } from '#components/editor/document/container-frames.ts';
import type { Box } from '#lib/workflow/edit/align-boxes.ts';

/** Pixels: a face and its gaps are about this large, so that most searches read one or two cells. */
const CELL_PX = 256;
/** Larger boxes are tested for each search instead of being listed in hundreds of cells. */
const CELLS_MAX = 64;
/** Larger areas go through all boxes. */
const EVERY_CELL_PX = 64 * CELL_PX;
/** More than any canvas has rows of cells, so that a row and a column make one number. */
const ROW_KEYS = 1_000_003;

/** Boxes by their place on the canvas. */
export class BoxIndex {
  readonly #cells = new Map<number, Box[]>();
  readonly #large: Box[] = [];
  readonly #byId = new Map<string, Box>();

  constructor(boxes: Iterable<Box>) {
    for (const box of boxes) this.#add(box);
  }

  /** All boxes whose inside touches an area; a line is an area without width or height. */
  within(area: Frame): Set<Box> {
    const found = new Set<Box>();
    if (area.width > EVERY_CELL_PX || area.height > EVERY_CELL_PX) {
      for (const box of this.#byId.values()) if (touches(box, area)) found.add(box);
      return found;
    }
    for (const box of this.#large) if (touches(box, area)) found.add(box);
    for (const key of cellsOf(area)) for (const box of this.#cells.get(key) ?? []) if (touches(box, area)) found.add(box);
    return found;
  }

  #add(box: Box): void {
    this.#byId.set(box.id, box);
    if ((box.width / CELL_PX) * (box.height / CELL_PX) > CELLS_MAX) {
      this.#large.push(box);
      return;
    }
    for (const key of cellsOf(box)) {
      const cell = this.#cells.get(key);
      if (cell) cell.push(box);
      else this.#cells.set(key, [box]);
    }
  }
}

/** True if an area reaches into a box; its border does not count. */
export function touches(box: Frame, { x, y, width, height }: Frame): boolean {
  return x < box.x + box.width && x + width > box.x && y < box.y + box.height && y + height > box.y;
}

function cellsOf({ x, y, width, height }: Frame): number[] {
  const keys: number[] = [];
  const [right, bottom] = [Math.floor((x + width) / CELL_PX), Math.floor((y + height) / CELL_PX)];
  for (let column = Math.floor(x / CELL_PX); column <= right; column++)
    for (let row = Math.floor(y / CELL_PX); row <= bottom; row++) keys.push(column * ROW_KEYS + row);
  return keys;
}
