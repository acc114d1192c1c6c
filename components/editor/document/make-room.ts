import { boxOf, type Frame, framesOf, isContainer } from '#components/editor/document/container-frames.ts';
import { groupFrame } from '#components/editor/document/group-frames.ts';
import { nodesById } from '#components/editor/document/nodes-by-id.ts';
import { moveNodes } from '#lib/workflow/edit/move-nodes.ts';
import { withBodyMoves } from '#lib/workflow/edit/with-body-moves.ts';
import type { NodeId, Workflow, WorkflowGroup, WorkflowNode } from '#lib/workflow/workflow.ts';

/** Between a node that grew or was inserted and what is below it, in pixels. */
const GAP_DOWN_PX = 20;
/** What a grown face keeps clear, where the distance was not smaller before. */
const GAP_GROWN_PX = 18;

/** Moves everything below grown frames and faces down, so that nothing is covered. */
export function withRoom(before: Workflow, after: Workflow): Workflow {
  let roomy = after;
  for (const { id } of changedFaces(before, after)) roomy = withRoomUnder(before, roomy, id);
  const framesBefore = framesOf(before.nodes);
  // Innermost first: what makes room inside of a frame may make that one grow.
  for (const id of [...framesOf(roomy.nodes).keys()]) {
    const was = framesBefore.get(id);
    const is = framesOf(roomy.nodes).get(id);
    if (!was || !is || is.height <= was.height) continue;
    roomy = moveLower(roomy, { nodeId: id, fromPx: was.y + was.height, byPx: is.y + is.height - was.y - was.height });
  }
  return roomy;
}

/** Moves down what a node covers, and everything below that, until there is a gap. */
export function withRoomFor(workflow: Workflow, nodeId: NodeId, except?: NodeId): Workflow {
  const frames = framesOf(workflow.nodes);
  const node = workflow.nodes.find(({ id }) => id === nodeId);
  if (!node) return workflow;
  const box = boxOf(node, frames);
  const covered = workflow.nodes
    .filter(({ id, parentId }) => id !== nodeId && id !== except && parentId === node.parentId)
    .map((other) => boxOf(other, frames))
    .filter((other) => isAcross(box, other) && other.y + other.height > box.y && other.y < box.y + box.height + GAP_DOWN_PX);
  if (covered.length === 0) return workflow;
  const fromPx = Math.min(...covered.map(({ y }) => y));
  return moveLower(workflow, { nodeId, except, fromPx, byPx: box.y + box.height + GAP_DOWN_PX - fromPx });
}

/** Moves down what the frame of a group covers, and everything below that, until there is a gap. */
export function withRoomForGroup(workflow: Workflow, group: WorkflowGroup): Workflow {
  const { nodes } = workflow;
  const frames = framesOf(nodes);
  const frame = groupFrame(group, nodesById(nodes), { frames });
  const members = new Set(group.nodeIds);
  const [first] = nodes.filter(({ id }) => members.has(id));
  if (!frame || !first) return workflow;
  const others = nodes.filter(({ id, parentId }) => !members.has(id) && parentId === first.parentId);
  const bottomPx = frame.y + frame.height;
  const covered = others
    .map((node) => boxOf(node, frames))
    .filter((box) => isAcross(frame, box) && box.y >= frame.y && box.y < bottomPx);
  if (covered.length === 0) return workflow;
  const fromPx = Math.min(...covered.map(({ y }) => y));
  return moveLower(workflow, { nodeId: first.id, members, fromPx, byPx: bottomPx + GAP_DOWN_PX - fromPx });
}

/** Nodes of both workflows that changed; a new list of the same nodes costs a comparison each. */
function changedFaces(before: Workflow, after: Workflow): readonly WorkflowNode[] {
  if (before.nodes === after.nodes) return [];
  const known = new Set(before.nodes);
  return after.nodes.filter((node) => !known.has(node) && !isContainer(node));
}

function withRoomUnder(before: Workflow, after: Workflow, nodeId: NodeId): Workflow {
  const [was, is] = [before, after].map(({ nodes }) => {
    const node = nodes.find(({ id }) => id === nodeId);
    return node && { ...boxOf(node, framesOf(nodes)), parentId: node.parentId };
  });
  if (!was || !is || is.y !== was.y || is.height <= was.height) return after;
  const frames = framesOf(after.nodes);
  const bottomPx = was.y + was.height;
  const below = after.nodes
    .filter(({ id, parentId }) => id !== nodeId && parentId === is.parentId)
    .map((node) => boxOf(node, frames))
    .filter((box) => isAcross(is, box) && box.y >= bottomPx);
  const nearest = Math.min(...below.map(({ y }) => y));
  const byPx = is.y + is.height + Math.min(GAP_GROWN_PX, nearest - bottomPx) - nearest;
  return moveLower(after, { nodeId, fromPx: bottomPx, byPx });
}

function isAcross(a: Frame, b: Frame): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width;
}

type Growth = {
  readonly nodeId: NodeId;
  readonly except?: NodeId | undefined;
  /** Nodes that stay, too. */
  readonly members?: ReadonlySet<NodeId>;
  readonly fromPx: number;
  readonly byPx: number;
};

function moveLower(workflow: Workflow, { nodeId, except, members, fromPx, byPx }: Growth): Workflow {
  if (byPx <= 0) return workflow;
  const frames = framesOf(workflow.nodes);
  const scope = workflow.nodes.find(({ id }) => id === nodeId)?.parentId;
  const others = workflow.nodes.filter(
    ({ id, parentId }) => id !== nodeId && id !== except && !members?.has(id) && parentId === scope,
  );
  const lower = others.filter((node) => boxOf(node, frames).y >= fromPx);
  const positions = new Map(lower.map(({ id, position }) => [id, { x: position.x, y: position.y + byPx }]));
  return moveNodes(workflow, withBodyMoves(workflow, positions));
}
