import type { Workflow } from '#lib/workflow/workflow.ts';

/** A thumbnail of a workflow: positions of its nodes, and its edges. */
export type Picture = {
  readonly boxes: readonly { readonly x: number; readonly y: number }[];
  /** Coordinates of both ends: x1, y1, x2, y2. */
  readonly lines: readonly (readonly [number, number, number, number])[];
};

/** Pixels of a picture, and of a node in it. */
export const PICTURE = { width: 72, height: 40, boxWidth: 12, boxHeight: 4 } as const;
/** Pixels between two drawn nodes of a large workflow. Those that would overlap are drawn as one. */
const GAP = 2;
const LARGE_OVER_NODES = 30;
/** The minimum of canvas pixels per picture pixel, so that small workflows are not enlarged. */
const MIN_SCALE = 14;

/** The top-level nodes, scaled to fit and centred. Only the shape of a workflow is recognizable, not its texts. */
export function layoutPicture({ nodes, edges }: Pick<Workflow, 'nodes' | 'edges'>): Picture {
  const shown = nodes.filter(({ parentId }) => parentId === undefined);
  const across = scaleOf(
    shown.map(({ position }) => position.x),
    PICTURE.width - PICTURE.boxWidth,
  );
  const down = scaleOf(
    shown.map(({ position }) => position.y),
    PICTURE.height - PICTURE.boxHeight,
  );
  const placed = shown.map(({ id, position }) => ({ id, x: across(position.x), y: down(position.y) }));
  const points = shown.length > LARGE_OVER_NODES ? thinOut(placed) : new Map(placed.map(({ id, x, y }) => [id, { x, y }]));
  const lines = edges.flatMap(({ source, target }) => {
    const from = points.get(source);
    const to = points.get(target);
    return from && to && from !== to ? [lineBetween(from, to)] : [];
  });
  return { boxes: [...new Set(points.values())], lines: withoutRepeats(lines) };
}

/** One node for all that would overlap it. */
function thinOut(placed: readonly ({ readonly id: string } & Point)[]): Map<string, Point> {
  const kept: Point[] = [];
  const points = new Map<string, Point>();
  for (const { id, x, y } of placed) {
    const known = kept.find(
      (point) => Math.abs(point.x - x) < PICTURE.boxWidth + GAP && Math.abs(point.y - y) < PICTURE.boxHeight + GAP,
    );
    const point = known ?? { x, y };
    if (!known) kept.push(point);
    points.set(id, point);
  }
  return points;
}

function withoutRepeats(lines: Picture['lines']): Picture['lines'] {
  return [...new Map(lines.map((line) => [line.join(' '), line])).values()];
}

function scaleOf(values: readonly number[], room: number): (value: number) => number {
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  const scale = Math.max(span / room, MIN_SCALE);
  const offset = (room - span / scale) / 2;
  return (value) => Math.round((offset + (value - least) / scale) * 10) / 10;
}

type Point = { readonly x: number; readonly y: number };

function lineBetween(from: Point, to: Point): Picture['lines'][number] {
  const half = { x: PICTURE.boxWidth / 2, y: PICTURE.boxHeight / 2 };
  return [from.x + half.x, from.y + half.y, to.x + half.x, to.y + half.y];
}
