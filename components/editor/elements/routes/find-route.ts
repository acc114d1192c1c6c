import type { EdgeEnds, Obstacles } from '#components/editor/elements/routes/obstacles.ts';
import { searchRoute } from '#components/editor/elements/routes/search-route.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';

/** The corners of an edge from its source to its target; each line between two is straight across or down. */
export type Route = readonly Position[];

/** Pixels: between a port and the first or last turn, where there is room. */
const STRAIGHT_PX = 10;
/** Pixels: from other nodes; in a narrow gap less. */
const MARGINS_PX = [8, 4, 1] as const;
const MOVING_MARGINS_PX = [4] as const;
/** A gap between two layers up to this is crossed in its middle. */
const GAP_MAX_PX = 48;

export type RouteOptions = {
  readonly isFork?: boolean;
  /** While an end moves, which asks for a route every few milliseconds: longer ways around are not searched. */
  readonly isMoving?: boolean;
};

/**
 * An orthogonal route that does not run behind nodes: straight, or with one turn across where that is free, else the
 * shortest around what is in the way. Where no way is free, e.g. between nodes that overlap, it crosses them.
 */
export function findRoute(ends: EdgeEnds, obstacles: Obstacles, { isFork = false, isMoving = false }: RouteOptions = {}): Route {
  const direct = directRoutes(ends, isFork);
  const tries = obstacles.bounds ? [obstacles, obstacles.unbound()] : [obstacles];
  for (const within of tries)
    for (const marginPx of isMoving ? MOVING_MARGINS_PX : MARGINS_PX) {
      const route = direct.find((one) => isFreeRoute(one, within, marginPx));
      const free = route ?? searchRoute(ends, within, { marginPx, straightPx: STRAIGHT_PX, isNear: isMoving });
      if (free) return free;
    }
  return direct[0] ?? [ends.source, ends.target];
}

export function isFreeRoute(route: Route, obstacles: Obstacles, marginPx: number): boolean {
  return route.every((point, index) => {
    const next = route[index + 1];
    return next === undefined || obstacles.isFree(point, next, marginPx);
  });
}

/** Routes with at most one line across, the best first. */
function directRoutes({ source, target, isFromSide }: EdgeEnds, isFork: boolean): Route[] {
  const leftAt = isFromSide ? { x: source.x + STRAIGHT_PX, y: source.y } : source;
  const begin = isFromSide ? [source, leftAt] : [source];
  if (isFromSide && target.x > leftAt.x && target.y > source.y) return [[source, { x: target.x, y: source.y }, target]];
  const gapPx = target.y - source.y;
  if (gapPx <= 0) return [];
  if (Math.abs(leftAt.x - target.x) < 1) return [[...begin, target]];
  const early = source.y + Math.min(STRAIGHT_PX, gapPx / 2);
  const late = target.y - Math.min(STRAIGHT_PX, gapPx / 2);
  const middle = (source.y + target.y) / 2;
  const heights = gapPx <= GAP_MAX_PX ? [middle] : isFork ? [early, late, middle] : [late, early, middle];
  return heights.map((y) => [...begin, { x: leftAt.x, y }, { x: target.x, y }, target]);
}
