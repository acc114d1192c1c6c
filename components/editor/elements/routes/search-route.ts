import type { Frame } from '#components/editor/document/container-frames.ts';
import { areaOf, type EdgeEnds, grown, type Obstacles } from '#components/editor/elements/routes/obstacles.ts';
import { type GridLines, SearchGrid } from '#components/editor/elements/routes/search-grid.ts';
import { SearchHeap } from '#components/editor/elements/routes/search-heap.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';

/** A turn costs as much as a detour of this many pixels. */
const TURN_COST_PX = 48;
/** How far around both ends is searched, in pixels; the last is everything. */
const REACHES_PX = [96, 480, Number.POSITIVE_INFINITY] as const;
/** Beyond this many lines a search would be felt; the edge is then drawn as if nothing was in the way. */
const LINES_MAX = 400;

type SearchOptions = {
  readonly marginPx: number;
  readonly straightPx: number;
  /** Searches next to both ends only. */
  readonly isNear: boolean;
};

/** The cheapest route along lines next to the boxes around both ends. @returns undefined if none is free */
export function searchRoute(ends: EdgeEnds, obstacles: Obstacles, options: SearchOptions): Position[] | undefined {
  const isCovered = [ends.source, ends.target].some((end) => !obstacles.isFree(end, end, options.marginPx));
  if (isCovered) return undefined;
  const both = grown(areaOf(ends.source, ends.target), 1);
  const own = unionOf(unionOf(both, ends.sourceBox), ends.targetBox);
  let before = -1;
  for (const reachPx of options.isNear ? REACHES_PX.slice(0, 1) : REACHES_PX) {
    const boxes = obstacles.near(Number.isFinite(reachPx) ? grown(own, reachPx) : EVERYWHERE);
    if (boxes.length === before) continue;
    before = boxes.length;
    const lines = linesBeside([...boxes, ends.sourceBox, ends.targetBox], ends, options);
    if (lines.xs.length + lines.ys.length > LINES_MAX) return undefined;
    const route = cheapest(ends, new SearchGrid(lines, obstacles, options.marginPx));
    if (route) return route;
  }
  return undefined;
}

const EVERYWHERE: Frame = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };

function unionOf(a: Frame, b: Frame): Frame {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

/** With a smaller margin lines are also close to boxes, for gaps that are narrower than two distances. */
function linesBeside(boxes: readonly Frame[], { source, target, isFromSide }: EdgeEnds, options: SearchOptions): GridLines {
  const { straightPx, marginPx } = options;
  const distances = marginPx >= 8 ? [straightPx] : [straightPx, marginPx + 1];
  const xs = [target.x, isFromSide ? source.x + straightPx : source.x];
  const ys = [target.y - straightPx, target.y - 4, target.y, source.y];
  if (isFromSide) xs.push(source.x, source.x + 4);
  else ys.push(source.y + straightPx, source.y + 4);
  for (const { x, y, width, height } of boxes)
    for (const px of distances) {
      xs.push(x - px, x + width + px);
      ys.push(y - px, y + height + px);
    }
  return { xs: sorted(xs), ys: sorted(ys) };
}

function sorted(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

const DOWN = 0;
const RIGHT = 1;

/** A* over crossings of the lines, with the direction as part of the state. No route is shorter than straight ahead. */
function cheapest(ends: EdgeEnds, grid: SearchGrid): Position[] | undefined {
  const end = grid.placeOf(ends.target) * 4 + DOWN;
  const begin = grid.placeOf(ends.source) * 4 + (ends.isFromSide ? RIGHT : DOWN);
  const costs = new Float64Array(grid.placeCount * 4).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array(grid.placeCount * 4).fill(-1);
  const heap = new SearchHeap();
  costs[begin] = 0;
  heap.push(begin, 0);
  const leastPx = grid.distancesTo(ends.target);
  for (let state = heap.pop(); state !== undefined; state = heap.pop()) {
    if (state === end) return cornersOf(state, from, grid);
    const direction = state % 4;
    const place = (state - direction) / 4;
    for (let next = 0; next < 4; next++) {
      // Back along the same line, or a turn at the port itself.
      if (next === (direction + 2) % 4 || (state === begin && next !== direction)) continue;
      const lengthPx = grid.stepPx(place, next);
      if (lengthPx === undefined) continue;
      const to = grid.neighbour(place, next) * 4 + next;
      const cost = (costs[state] as number) + lengthPx + (next === direction ? 0 : TURN_COST_PX);
      if (cost >= (costs[to] as number)) continue;
      costs[to] = cost;
      from[to] = state;
      heap.push(to, cost + leastPx(grid.neighbour(place, next)));
    }
  }
  return undefined;
}

/** Points where the direction changes, and both ends. */
function cornersOf(end: number, from: Int32Array, grid: SearchGrid): Position[] {
  const states: number[] = [];
  for (let state = end; state >= 0; state = from[state] as number) states.unshift(state);
  const isCorner = (state: number, index: number) => {
    const next = states[index + 1];
    return index === 0 || next === undefined || next % 4 !== state % 4;
  };
  return states.filter(isCorner).map((state) => grid.pointOf((state - (state % 4)) / 4));
}
