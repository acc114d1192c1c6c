import { isFreeRoute, type Route } from '#components/editor/elements/routes/find-route.ts';
import type { Obstacles } from '#components/editor/elements/routes/obstacles.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';

/** One edge to draw. Edges of one port may share a line, as the branches of a tree do. */
export type Line = {
  readonly sourcePort: string;
  readonly targetPort: string;
  readonly route: Route;
  readonly obstacles: Obstacles;
};

/** Pixels: lines nearer than this look like one. */
const NEAR_PX = 4;
/** Pixels: along which two lines may coincide, as at a corner. */
const SHARED_MAX_PX = 8;
const SHIFTS_PX = [6, -6, 12, -12, 18, -18] as const;
const BUCKET_PX = 8;

type Segment = {
  readonly isAcross: boolean;
  /** `y` of a line across, `x` of one down. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly line: Line;
};

/** Moves lines of different edges apart that would be drawn over each other, as far as there is room. */
export function spreadRoutes(lines: readonly Line[]): Route[] {
  const drawn = new DrawnSegments();
  for (const line of lines) {
    const { length } = line.route;
    // The lines at the ports cannot move.
    for (const index of new Set([0, length - 2])) drawn.add(segmentAt(line, line.route, index));
  }
  return lines.map((line) => {
    let route = line.route;
    for (let index = 1; index < route.length - 2; index++) {
      route = apart(line, route, index, drawn);
      drawn.add(segmentAt(line, route, index));
    }
    return route;
  });
}

function apart(line: Line, route: Route, index: number, drawn: DrawnSegments): Route {
  const segment = segmentAt(line, route, index);
  if (!segment || !drawn.overlaps(segment)) return route;
  const shifts = new Set([...drawn.shiftsToSiblings(segment), ...SHIFTS_PX]);
  for (const shiftPx of shifts) {
    const moved = shifted(route, index, shiftPx);
    const there = moved && segmentAt(line, moved, index);
    if (there && !drawn.overlaps(there) && isFreeRoute(moved, line.obstacles, NEAR_PX)) return moved;
  }
  return route;
}

function segmentAt(line: Line, route: Route, index: number): Segment | undefined {
  const [a, b] = [route[index], route[index + 1]];
  if (!a || !b) return undefined;
  const isAcross = Math.abs(a.y - b.y) < 0.5;
  const [from, to] = isAcross ? [a.x, b.x] : [a.y, b.y];
  return { isAcross, at: isAcross ? a.y : a.x, from: Math.min(from, to), to: Math.max(from, to), line };
}

/** The route with one line moved to its side. @returns undefined if a neighbouring line would turn around */
function shifted(route: Route, index: number, byPx: number): Route | undefined {
  const [before, a, b, after] = [route[index - 1], route[index], route[index + 1], route[index + 2]];
  if (!before || !a || !b || !after) return undefined;
  const isAcross = Math.abs(a.y - b.y) < 0.5;
  const move = ({ x, y }: Position) => (isAcross ? { x, y: y + byPx } : { x: x + byPx, y });
  const [c, d] = [move(a), move(b)];
  if (!keepsDirection(before, a, c) || !keepsDirection(after, b, d)) return undefined;
  return route.with(index, c).with(index + 1, d);
}

function keepsDirection(fixed: Position, was: Position, is: Position): boolean {
  const [before, after] = [was.x - fixed.x + was.y - fixed.y, is.x - fixed.x + is.y - fixed.y];
  return Math.sign(before) === Math.sign(after) && Math.abs(after) >= NEAR_PX;
}

/** Segments that are drawn already, by direction and place. */
class DrawnSegments {
  readonly #buckets = new Map<string, Segment[]>();

  add(segment: Segment | undefined): void {
    if (!segment) return;
    const key = keyOf(segment, 0);
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.push(segment);
    else this.#buckets.set(key, [segment]);
  }

  overlaps(segment: Segment): boolean {
    return this.#near(segment, 1).some((other) => {
      const isNear = Math.abs(other.at - segment.at) < NEAR_PX && sharedPx(other, segment) > SHARED_MAX_PX;
      return isNear && !isSibling(other, segment);
    });
  }

  /** How far away edges of the same port run, with which the branches stay one tree. */
  shiftsToSiblings(segment: Segment): number[] {
    const siblings = this.#near(segment, 3).filter((other) => isSibling(other, segment) && other.line !== segment.line);
    return siblings.map(({ at }) => at - segment.at).filter((shift) => shift !== 0);
  }

  #near(segment: Segment, buckets: number): Segment[] {
    const found: Segment[] = [];
    for (let by = -buckets; by <= buckets; by++) found.push(...(this.#buckets.get(keyOf(segment, by)) ?? []));
    return found;
  }
}

function keyOf({ isAcross, at }: Segment, by: number): string {
  return `${isAcross} ${Math.floor(at / BUCKET_PX) + by}`;
}

function isSibling({ line: a }: Segment, { line: b }: Segment): boolean {
  return a.sourcePort === b.sourcePort || a.targetPort === b.targetPort;
}

function sharedPx(a: Segment, b: Segment): number {
  return Math.min(a.to, b.to) - Math.max(a.from, b.from);
}
