import { COLLAPSED_HEIGHT_PX, type CollapsedGroup } from '#components/editor/document/collapsed-groups.ts';
import { framesOf } from '#components/editor/document/container-frames.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { NodeId, Workflow } from '#lib/workflow/workflow.ts';

/** The containers whose frames are completely between two corners. */
export function framesWithin({ nodes }: Pick<Workflow, 'nodes'>, a: Position, b: Position): NodeId[] {
  const { left, right, top, bottom } = sidesOf(a, b);
  return [...framesOf(nodes)]
    .filter(([, { x, y, width, height }]) => x >= left && y >= top && x + width <= right && y + height <= bottom)
    .map(([id]) => id);
}

/** The nodes of the boxes that a selection between two corners touches. */
export function collapsedWithin(groups: readonly CollapsedGroup[], a: Position, b: Position): NodeId[] {
  const { left, right, top, bottom } = sidesOf(a, b);
  const touched = groups.filter(({ position: { x, y }, widthPx }) => {
    const isAcross = x - widthPx / 2 <= right && x + widthPx / 2 >= left;
    return isAcross && y <= bottom && y + COLLAPSED_HEIGHT_PX >= top;
  });
  return touched.flatMap(({ group }) => group.nodeIds);
}

function sidesOf(a: Position, b: Position) {
  return { left: Math.min(a.x, b.x), right: Math.max(a.x, b.x), top: Math.min(a.y, b.y), bottom: Math.max(a.y, b.y) };
}
