import { type NodeHandle, Position } from '@xyflow/react';
import { FRAME_HEAD_PX, type Frame, framesOf } from '#components/editor/document/container-frames.ts';
import { type FacePort, faceOf, type NodeFace, PORT_SIZE_PX } from '#components/editor/document/node-face.ts';
import type { FlowNode } from '#components/editor/elements/flow-elements.ts';
import { depthsOf } from '#lib/workflow/depths-of.ts';
import type { Position as FlowPosition } from '#lib/workflow/edit/move-nodes.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** Frames are below edges and nodes, outer ones below inner ones. */
const LOWEST_Z = -100;

type FrameLook = { readonly isSelected: boolean; readonly draggedTo: FlowPosition | undefined };

/** The containers among these nodes, as the canvas library draws them; other nodes give nothing. */
export function frameMaker(nodes: readonly WorkflowNode[]): (node: WorkflowNode, look: FrameLook) => FlowNode | undefined {
  const frames = framesOf(nodes);
  if (frames.size === 0) return () => undefined;
  const full = new Set(nodes.flatMap(({ parentId }) => parentId ?? []));
  const depthOf = depthsOf(nodes);
  return (node, look) => {
    const frame = frames.get(node.id);
    return frame && toFrameNode(node, frame, { ...look, isEmpty: !full.has(node.id), depth: depthOf(node) });
  };
}

function toFrameNode(
  node: WorkflowNode,
  frame: Frame,
  { isSelected, draggedTo, isEmpty, depth }: FrameLook & { isEmpty: boolean; depth: number },
): FlowNode {
  const size = { width: frame.width, height: frame.height };
  return {
    id: node.id,
    type: 'container',
    data: { isEmpty },
    selected: isSelected,
    zIndex: LOWEST_Z + depth,
    ...size,
    measured: size,
    position: draggedTo ?? { x: frame.x + frame.width / 2, y: frame.y },
    handles: handlesOf(frameFace(node, size)),
    dragHandle: '.container-head',
    ...(draggedTo && { dragging: true }),
    // Clicks pass through the frame to nodes and canvas behind it.
    style: { pointerEvents: 'none' },
  };
}

/** The ports of a container, at the border of its frame. */
export function frameFace(node: WorkflowNode, { width, height }: Pick<Frame, 'width' | 'height'>): NodeFace {
  const face = faceOf(node);
  const across = (ports: readonly FacePort[], yPx: number) =>
    ports.map((port, index) => ({ ...port, xPx: Math.round((width * (index + 0.5)) / ports.length), yPx }));
  return {
    ...face,
    widthPx: width,
    heightPx: height,
    inputs: across(face.inputs, 0),
    outputs: across(face.outputs, height),
    error: face.error && { ...face.error, xPx: width, yPx: FRAME_HEAD_PX / 2 },
  };
}

function handlesOf({ inputs, outputs, error }: NodeFace): NodeHandle[] {
  const half = PORT_SIZE_PX / 2;
  const handle = ({ id, xPx, yPx }: FacePort, type: 'source' | 'target', position: Position): NodeHandle => ({
    id,
    type,
    position,
    x: xPx - half,
    y: yPx - half,
    width: PORT_SIZE_PX,
    height: PORT_SIZE_PX,
  });
  return [
    ...inputs.map((port) => handle(port, 'target', Position.Top)),
    ...outputs.map((port) => handle(port, 'source', Position.Bottom)),
    ...(error ? [handle(error, 'source', Position.Right)] : []),
  ];
}
