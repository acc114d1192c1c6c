import type { Route } from '#components/editor/elements/routes/find-route.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';

const CORNER_PX = 6;

/** The SVG path of a route, with round corners. */
export function routePath(route: Route): string {
  const [first, ...others] = route;
  if (!first) return '';
  const parts = others.map((point, index) => {
    const before = route[index];
    const after = route[index + 2];
    return before && after ? corner(before, point, after) : `L${point.x} ${point.y}`;
  });
  return `M${first.x} ${first.y}${parts.join('')}`;
}

/** The middle of the longest line that leads upwards, for a mark of its direction; undefined without one. */
export function upwardMiddle(route: Route): Position | undefined {
  let longest: { middle: Position; lengthPx: number } | undefined;
  for (const [index, a] of route.entries()) {
    const b = route[index + 1];
    const lengthPx = b ? a.y - b.y : 0;
    if (b && lengthPx > (longest?.lengthPx ?? 0)) longest = { middle: { x: a.x, y: (a.y + b.y) / 2 }, lengthPx };
  }
  return longest?.middle;
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
