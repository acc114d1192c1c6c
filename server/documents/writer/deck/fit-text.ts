import { wrapRuns } from '#lib/slides/measure-text.ts';

const POINTS_PER_INCH = 72;
const LINE_HEIGHT = 1.2;
const STEP = 1;

export type Point = { readonly text: string; readonly level: 0 | 1 };

/** A point of the second level begins with two spaces, or with a tab. */
export function toPoint(text: string): Point {
  return { text: text.trim(), level: /^(\s{2}|\t)/.test(text) ? 1 : 0 };
}

type Box = {
  /** Inches. */
  readonly w: number;
  readonly h: number;
  /** Points. */
  readonly largest: number;
  readonly smallest: number;
  readonly spaceAfter?: number;
  readonly isBold?: boolean;
  /** Of the bullet, in inches. */
  readonly indent?: number;
};

/** The largest font size at which the points fit in a box; undefined when they do not at the smallest. */
export function fitText(points: readonly Point[], box: Box): number | undefined {
  for (let size = box.largest; size >= box.smallest; size -= STEP) if (heightOf(points, size, box) <= box.h) return size;
  return undefined;
}

/** Inches. */
function heightOf(points: readonly Point[], size: number, { w, spaceAfter = 0, isBold = false, indent = 0 }: Box): number {
  let height = 0;
  for (const { text, level } of points) {
    const width = (w - indent * (level + 1)) * POINTS_PER_INCH;
    const own = sizeAt(size, level);
    height += wrapRuns([{ text, size: own, isBold }], width).length * own * LINE_HEIGHT + spaceAfter;
  }
  return height / POINTS_PER_INCH;
}

/** Points of the second level are a little smaller. */
export function sizeAt(size: number, level: 0 | 1): number {
  return level === 0 ? size : Math.max(10, size - 2);
}
