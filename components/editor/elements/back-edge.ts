import type { Frame } from '#components/editor/document/container-frames.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';

/** Pixels: between an edge that leads upwards and the nodes it passes, and before its first and last turn. */
const CLEARANCE_PX = 20;
const STRAIGHT_PX = 12;
const CORNER_PX = 6;

/** Where an edge begins and ends; from the port of errors it goes to the right. */
export type EdgeEnds = { readonly source: Position; readonly target: Position; readonly isFromSide: boolean };

/** Whether an edge leads to a port above its own, and so is drawn around the nodes between them. */
export function leadsUp({ source, target }: Pick<EdgeEnds, 'source' | 'target'>): boolean {
  return target.y < source.y;
}

/**
 * The `x` at which an edge passes all boxes next to it, near to its ends.
 *
 * @param boxes from left to right
 */
export function findLane(boxes: readonly Frame[], { source, target, isFromSide }: EdgeEnds): number {
  const top = target.y - STRAIGHT_PX;
  const bottom = source.y + STRAIGHT_PX;
  const leastX = isFromSide ? source.x + STRAIGHT_PX : Number.NEGATIVE_INFINITY;
  const passed = boxes
    .filter(({ y, height }) => y <= bottom && y + height >= top)
    .map(({ x, width }) => ({ from: x - CLEARANCE_PX, to: x + width + CLEARANCE_PX }));
  const spans = merged(passed);
  const borders = spans.flatMap(({ from, to }) => [from, to]).filter((x) => x >= leastX);
  const detour = (x: number) => Math.abs(x - source.x) + Math.abs(x - target.x);
  return borders.reduce((best, x) => (detour(x) < detour(best) ? x : best), borders[0] ?? source.x + CLEARANCE_PX);
}

type Span = { readonly from: number; readonly to: number };

function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last && span.from < last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else all.push(span);
  }
  return all;
}

/** The path of an edge along a lane, and the middle of the lane, for a mark of its direction. */
export function backEdgePath({ source, target, isFromSide }: EdgeEnds, laneX: number): { path: string; middle: Position } {
  const below = isFromSide ? source.y : source.y + STRAIGHT_PX;
  const above = target.y - STRAIGHT_PX;
  const turns = [
    ...(isFromSide ? [] : [{ x: source.x, y: below }]),
    { x: laneX, y: below },
    { x: laneX, y: above },
    { x: target.x, y: above },
  ];
  return { path: rounded([source, ...turns, target]), middle: { x: laneX, y: (below + above) / 2 } };
}

function rounded(points: readonly Position[]): string {
  const [first, ...others] = points;
  if (!first) return '';
  const parts = others.map((point, index) => {
    const before = points[index];
    const after = points[index + 2];
    return before && after ? corner(before, point, after) : `L${point.x} ${point.y}`;
  });
  return `M${first.x} ${first.y}${parts.join('')}`;
}

function corner(before: Position, at: Position, after: Position): string {
  const from = towards(at, before);
  const to = towards(at, after);
  return `L${from.x} ${from.y}Q${at.x} ${at.y} ${to.x} ${to.y}`;
}

/** A point of the line from `at` to `to`, as far from `at` as a corner is round. */
function towards(at: Position, to: Position): Position {
  const length = Math.hypot(to.x - at.x, to.y - at.y);
  const share = length === 0 ? 0 : Math.min(CORNER_PX, length / 2) / length;
  return { x: at.x + (to.x - at.x) * share, y: at.y + (to.y - at.y) * share };
}
