import { boxOf, FRAME_HEAD_PX, type Frame, framesOf } from '#components/editor/document/container-frames.ts';
import { NEW_FRAME_SIZE } from '#lib/workflow/edit/add-node.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { NodeId, Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { type NodeTypeId, nodeRegistry } from '#nodes/registry.gen.ts';

const GAP_DOWN_PX = 20;
const GAP_ACROSS_PX = 48;
/** Padding between the border of a frame and its body. */
const GAP_INSIDE_PX = 24;
/** Upper bound of a new node's size, which is not measured yet. */
const NEW_FACE = { width: 212, height: 68 };
const ATTEMPTS_MAX = 200;

type Size = { readonly width: number; readonly height: number };
/** Type and scope of a new node. */
type Wanted = { readonly type?: NodeTypeId | undefined; readonly parentId?: NodeId | undefined };

/** The size to reserve for a new node. */
export function newNodeSize(type: NodeTypeId | undefined): Size {
  return type !== undefined && nodeRegistry[type].isContainer ? NEW_FRAME_SIZE : NEW_FACE;
}

/** A free position below a node; if that is occupied, the next one to the right. */
export function findPositionBelow({ nodes }: Workflow, above: WorkflowNode, type?: NodeTypeId): Position {
  const { x, y, width, height } = boxOf(above, framesOf(nodes));
  return findFreePosition(nodes, { x: x + width / 2, y: y + height + GAP_DOWN_PX }, { type, parentId: above.parentId });
}

/** This position, or the one below `start` in the same column if it is higher. */
export function belowStart({ nodes }: Workflow, { x, y }: Position): Position {
  const start = nodes.find(({ type }) => type === 'start');
  if (!start) return { x, y };
  const box = boxOf(start, framesOf(nodes));
  return { x, y: Math.max(y, box.y + box.height + GAP_DOWN_PX) };
}

/** This position, or the next free one to the right in the scope. Positions are the middle of a node's upper edge. */
export function findFreePosition(nodes: readonly WorkflowNode[], wanted: Position, { type, parentId }: Wanted = {}): Position {
  const frames = framesOf(nodes);
  const boxes = nodes.filter((node) => node.parentId === parentId).map((node) => boxOf(node, frames));
  const size = newNodeSize(type);
  let position = wanted;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const over = boxes.find((box) => isOver(box, position, size));
    if (!over) break;
    position = { x: Math.max(position.x, over.x + over.width + size.width / 2 + GAP_ACROSS_PX), y: position.y };
  }
  return position;
}

/** A free position in the body of a container: below the others, or in the middle of an empty one. */
export function findPositionInside({ nodes }: Workflow, containerId: NodeId, type?: NodeTypeId): Position {
  const frames = framesOf(nodes);
  const frame = frames.get(containerId) ?? { x: 0, y: 0, width: 0, height: 0 };
  const body = nodes.filter(({ parentId }) => parentId === containerId).map((node) => boxOf(node, frames));
  const lowest = Math.max(frame.y + FRAME_HEAD_PX, ...body.map(({ y, height }) => y + height));
  const position = { x: frame.x + frame.width / 2, y: lowest + (body.length > 0 ? GAP_DOWN_PX : GAP_INSIDE_PX) };
  return findFreePosition(nodes, position, { type, parentId: containerId });
}

function isOver(box: Frame, { x, y }: Position, { width, height }: Size): boolean {
  const isApart = x + width / 2 <= box.x || x - width / 2 >= box.x + box.width;
  return !isApart && y < box.y + box.height && box.y < y + height;
}
