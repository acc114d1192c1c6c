import { frameAt, framesOf } from '#components/editor/document/container-frames.ts';
import { bodyOf } from '#lib/workflow/edit/body-of.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { NodeId, Workflow } from '#lib/workflow/workflow.ts';

/** How far outside of its frame a node must be dropped to leave it; closer, the frame grows. */
const LEAVE_PX = 40;

/** The containers that dropped nodes would enter and leave. */
export type ScopeChange = {
  readonly nodeIds: ReadonlySet<NodeId>;
  readonly containerId: NodeId | undefined;
  readonly left: NodeId | undefined;
};

/** What a drop here would change; undefined when the nodes stay in their scope. Children move with their container. */
export function scopeUnder({ nodes }: Workflow, draggedIds: ReadonlySet<NodeId>, position: Position): ScopeChange | undefined {
  const dragged = nodes.filter(({ id, parentId }) => draggedIds.has(id) && !(parentId && draggedIds.has(parentId)));
  const [first] = dragged;
  if (!first) return undefined;
  const nodeIds = new Set(dragged.map(({ id }) => id));
  const except = new Set([...nodeIds, ...bodyOf(nodes, nodeIds).map(({ id }) => id)]);
  const left = first.parentId;
  const containerId = frameAt(nodes, position, except) ?? (isNear(nodes, left, position) ? left : undefined);
  return dragged.every(({ parentId }) => parentId === containerId) ? undefined : { nodeIds, containerId, left };
}

function isNear(nodes: Workflow['nodes'], containerId: NodeId | undefined, { x, y }: Position): boolean {
  const frame = containerId === undefined ? undefined : framesOf(nodes).get(containerId);
  if (!frame) return false;
  const isAcross = x >= frame.x - LEAVE_PX && x <= frame.x + frame.width + LEAVE_PX;
  return isAcross && y >= frame.y - LEAVE_PX && y <= frame.y + frame.height + LEAVE_PX;
}
