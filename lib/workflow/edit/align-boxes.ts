import type { Position } from './move-nodes.ts';

/** An element of the canvas; `x` and `y` are its upper left corner, in pixels. */
export type Box = {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';
export type Axis = 'across' | 'down';

/** Upper left corners that align the boxes at one side, or at the middle, of their common frame. */
export function alignBoxes(boxes: readonly Box[], alignment: Alignment): ReadonlyMap<string, Position> {
  const frame = frameOf(boxes);
  return new Map(boxes.map((box) => [box.id, alignBox(box, frame, alignment)]));
}

/**
 * Upper left corners that make the gaps between the boxes equal. The outermost two stay; fewer than
 * three boxes do not move.
 */
export function distributeBoxes(boxes: readonly Box[], axis: Axis): ReadonlyMap<string, Position> {
  const [start, size] = axis === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const ordered = [...boxes].sort((a, b) => a[start] + a[size] / 2 - (b[start] + b[size] / 2));
  const [first] = ordered;
  const last = ordered.at(-1);
  if (!first || !last || ordered.length < 3) return new Map(boxes.map(({ id, x, y }) => [id, { x, y }]));
  const room = last[start] + last[size] - first[start];
  const gap = (room - ordered.reduce((sum, box) => sum + box[size], 0)) / (ordered.length - 1);
  let next = first[start];
  return new Map(
    ordered.map((box) => {
      const position = { x: box.x, y: box.y, [start]: next };
      next += box[size] + gap;
      return [box.id, position];
    }),
  );
}

type Frame = Omit<Box, 'id'>;

/** The smallest frame around all boxes; undefined without boxes. */
export function frameOf(boxes: readonly Frame[]): Frame {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

function alignBox({ x, y, width, height }: Box, frame: Frame, alignment: Alignment): Position {
  switch (alignment) {
    case 'left':
      return { x: frame.x, y };
    case 'centre':
      return { x: frame.x + (frame.width - width) / 2, y };
    case 'right':
      return { x: frame.x + frame.width - width, y };
    case 'top':
      return { x, y: frame.y };
    case 'middle':
      return { x, y: frame.y + (frame.height - height) / 2 };
    case 'bottom':
      return { x, y: frame.y + frame.height - height };
    default:
      return alignment satisfies never;
  }
}
