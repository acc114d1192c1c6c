import { framesOf } from '#components/editor/document/container-frames.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { NodeId, Workflow } from '#lib/workflow/workflow.ts';

/** The containers whose frames are completely between two corners. */
export function framesWithin({ nodes }: Pick<Workflow, 'nodes'>, a: Position, b: Position): NodeId[] {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  return [...framesOf(nodes)]
    .filter(([, { x, y, width, height }]) => x >= left && y >= top && x + width <= right && y + height <= bottom)
    .map(([id]) => id);
}
