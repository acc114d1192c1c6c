import { boxOf, framesOf } from '#components/editor/document/container-frames.ts';
import { moveNodes } from '#lib/workflow/edit/move-nodes.ts';
import { withBodyMoves } from '#lib/workflow/edit/with-body-moves.ts';
import type { NodeId, Workflow } from '#lib/workflow/workflow.ts';

/** Moves everything below a grown frame down by as much, so that frames do not overlap. */
export function withRoom(before: Workflow, after: Workflow): Workflow {
  const framesBefore = framesOf(before.nodes);
  let roomy = after;
  // Innermost first: what makes room inside of a frame may make that one grow.
  for (const id of [...framesOf(after.nodes).keys()]) {
    const was = framesBefore.get(id);
    const is = framesOf(roomy.nodes).get(id);
    if (!was || !is || is.height <= was.height) continue;
    roomy = moveLower(roomy, { containerId: id, fromPx: was.y + was.height, byPx: is.y + is.height - was.y - was.height });
  }
  return roomy;
}

type Growth = { readonly containerId: NodeId; readonly fromPx: number; readonly byPx: number };

function moveLower(workflow: Workflow, { containerId, fromPx, byPx }: Growth): Workflow {
  if (byPx <= 0) return workflow;
  const frames = framesOf(workflow.nodes);
  const scope = workflow.nodes.find(({ id }) => id === containerId)?.parentId;
  const lower = workflow.nodes.filter(
    (node) => node.id !== containerId && node.parentId === scope && boxOf(node, frames).y >= fromPx,
  );
  const positions = new Map(lower.map(({ id, position }) => [id, { x: position.x, y: position.y + byPx }]));
  return moveNodes(workflow, withBodyMoves(workflow, positions));
}
