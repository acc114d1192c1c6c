import { faceOf } from '#components/editor/document/node-face.ts';
import { NEW_FRAME_SIZE } from '#lib/workflow/edit/add-node.ts';
import { frameOf } from '#lib/workflow/edit/align-boxes.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** Pixels at 100 %: the header of a frame, and the padding around its body. */
export const FRAME_HEAD_PX = 34;
export const FRAME_GAP_PX = 24;
export const LEAST_FRAME = { widthPx: 320, heightPx: 96 };

/** Upper left corner and size on the canvas, in pixels. */
export type Frame = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
export type Frames = ReadonlyMap<NodeId, Frame>;

const none: Frames = new Map();
const known = new WeakMap<readonly WorkflowNode[], Frames>();

export function isContainer(node: WorkflowNode): boolean {
  return definitionOf(node, nodeRegistry)?.isContainer === true;
}

/** The frames of all containers, as resized and at least as large as their bodies. Cached per list of nodes. */
export function framesOf(nodes: readonly WorkflowNode[]): Frames {
  const made = known.get(nodes);
  if (made) return made;
  const frames = nodes.some(isContainer) ? makeFrames(nodes) : none;
  known.set(nodes, frames);
  return frames;
}

function makeFrames(nodes: readonly WorkflowNode[]): Frames {
  const bodies = Map.groupBy(nodes, ({ parentId }) => parentId);
  const frames = new Map<NodeId, Frame>();
  const open = new Set<NodeId>();
  // A node inside itself is a reported problem; it is drawn as if it were outside.
  const visit = (container: WorkflowNode): Frame => {
    open.add(container.id);
    const members = (bodies.get(container.id) ?? []).filter(({ id }) => !open.has(id));
    const boxes = members.map((node) => (isContainer(node) ? (frames.get(node.id) ?? visit(node)) : faceBox(node)));
    open.delete(container.id);
    const frame = makeFrame(container, boxes);
    frames.set(container.id, frame);
    return frame;
  };
  for (const node of nodes) if (isContainer(node) && !frames.has(node.id)) visit(node);
  return frames;
}

function makeFrame({ position, size }: WorkflowNode, boxes: readonly Frame[]): Frame {
  const { width, height } = size ?? NEW_FRAME_SIZE;
  const drawn = { x: position.x - width / 2, y: position.y, width, height };
  if (boxes.length === 0) return drawn;
  const body = frameOf(boxes);
  const needed = {
    x: body.x - FRAME_GAP_PX,
    y: body.y - FRAME_GAP_PX - FRAME_HEAD_PX,
    width: body.width + 2 * FRAME_GAP_PX,
    height: body.height + 2 * FRAME_GAP_PX + FRAME_HEAD_PX,
  };
  // A container without a size, as in documents made by hand, has a frame that fits its body.
  const { x, y, width: across, height: down } = size ? frameOf([drawn, needed]) : needed;
  const wide = Math.max(across, LEAST_FRAME.widthPx);
  return { x: x - (wide - across) / 2, y, width: wide, height: Math.max(down, LEAST_FRAME.heightPx) };
}

function faceBox(node: WorkflowNode): Frame {
  const { widthPx, heightPx } = faceOf(node);
  return { x: node.position.x - widthPx / 2, y: node.position.y, width: widthPx, height: heightPx };
}

/** What a node covers of the canvas: a container its frame, any other its face. */
export function boxOf(node: WorkflowNode, frames: Frames): Frame {
  return frames.get(node.id) ?? faceBox(node);
}

/** Where a node is drawn: the middle of its upper edge. */
export function drawnPosition(node: WorkflowNode, frames: Frames): Position {
  const frame = frames.get(node.id);
  return frame ? { x: frame.x + frame.width / 2, y: frame.y } : node.position;
}

/** The innermost frame at a position, except for those in `except`. */
export function frameAt(
  nodes: readonly WorkflowNode[],
  { x, y }: Position,
  except: ReadonlySet<NodeId> = new Set(),
): NodeId | undefined {
  const frames = framesOf(nodes);
  let innermost: NodeId | undefined;
  let areaPx = Number.POSITIVE_INFINITY;
  for (const [id, frame] of frames) {
    const isIn = x >= frame.x && x <= frame.x + frame.width && y >= frame.y && y <= frame.y + frame.height;
    if (!isIn || except.has(id) || frame.width * frame.height >= areaPx) continue;
    innermost = id;
    areaPx = frame.width * frame.height;
  }
  return innermost;
}
