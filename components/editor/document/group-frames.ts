import { boxOf, drawnPosition, type Frame, type Frames } from '#components/editor/document/container-frames.ts';
import { frameOf } from '#lib/workflow/edit/align-boxes.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { NodeId, WorkflowGroup, WorkflowNode } from '#lib/workflow/workflow.ts';

const FRAME_GAP_PX = 16;
const FRAME_TITLE_PX = 24;

type Placed = { readonly frames: Frames; readonly dragged?: ReadonlyMap<string, Position> };

/** The frame around a group's nodes; undefined if none of them exists. */
export function groupFrame(
  { nodeIds }: WorkflowGroup,
  nodes: { get(id: NodeId): WorkflowNode | undefined },
  { frames, dragged = new Map() }: Placed,
): Frame | undefined {
  const members = nodeIds.flatMap((id) => {
    const node = nodes.get(id);
    if (!node) return [];
    const { width, height } = boxOf(node, frames);
    const { x, y } = dragged.get(id) ?? drawnPosition(node, frames);
    return [{ x: x - width / 2, y, width, height }];
  });
  if (members.length === 0) return undefined;
  const { x, y, width, height } = frameOf(members);
  const top = FRAME_GAP_PX + FRAME_TITLE_PX;
  return { x: x - FRAME_GAP_PX, y: y - top, width: width + 2 * FRAME_GAP_PX, height: height + top + FRAME_GAP_PX };
}
