import { faceOf } from '#components/editor/canvas/node-face.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

const GAP_DOWN_PX = 32;
const GAP_ACROSS_PX = 48;
/** What a new node needs at most before it is known how wide it gets. */
const NEW_FACE = { widthPx: 212, heightPx: 68 };
const ATTEMPTS_MAX = 200;

/** A free place under a node, or right of what is there already. */
export function placeBelow({ nodes }: Workflow, above: WorkflowNode): Position {
  const y = above.position.y + faceOf(above).heightPx + GAP_DOWN_PX;
  return placeNear(nodes, { x: above.position.x, y });
}

/** This place, or the next free one right of it. Places are the middle of a node's upper edge. */
export function placeNear(nodes: readonly WorkflowNode[], wanted: Position): Position {
  let place = wanted;
  for (let attempt = 0; attempt < ATTEMPTS_MAX && nodes.some((node) => isOver(node, place)); attempt++)
    place = { x: place.x + NEW_FACE.widthPx + GAP_ACROSS_PX, y: place.y };
  return place;
}

function isOver(node: WorkflowNode, { x, y }: Position): boolean {
  const { widthPx, heightPx } = faceOf(node);
  const apartX = Math.abs(node.position.x - x) >= (widthPx + NEW_FACE.widthPx) / 2;
  return !apartX && y < node.position.y + heightPx && node.position.y < y + NEW_FACE.heightPx;
}
