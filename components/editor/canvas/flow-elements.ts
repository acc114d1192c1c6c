import { type Edge, type Node, type NodeHandle, Position } from '@xyflow/react';
import { type FacePort, faceOf, PORT_SIZE_PX } from '#components/editor/canvas/node-face.ts';
import type { Position as Place } from '#lib/workflow/edit/move-nodes.ts';
import { ERROR_PORT } from '#lib/workflow/node-ports.ts';
import type { NodeId, WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';

/** What the canvas library is given: the document's own objects, which change only when they do. */
export type FlowNode = Node<{ readonly node: WorkflowNode }, 'step'>;
export type FlowEdge = Edge<{ readonly edge: WorkflowEdge }, 'step'>;

/** A position in the document is the middle of a node's upper edge, so that nodes of any width stand in line. */
export const NODE_ORIGIN: [number, number] = [0.5, 0];

type Selection = ReadonlySet<string>;
const flowNodes = new WeakMap<WorkflowNode, FlowNode>();
const flowEdges = new WeakMap<WorkflowEdge, FlowEdge>();

type NodeLook = {
  readonly selected: Selection;
  /** Where nodes are while they are dragged, which the document does not know yet. */
  readonly dragged: ReadonlyMap<NodeId, Place>;
  readonly nameOf: (node: WorkflowNode) => string;
};

/** The nodes as the canvas library wants them; the same object for a node as long as nothing of it changed. */
export function toFlowNodes(nodes: readonly WorkflowNode[], { selected, dragged, nameOf }: NodeLook): FlowNode[] {
  return nodes.map((node) => {
    const place = dragged.get(node.id);
    const isSelected = selected.has(node.id);
    const name = nameOf(node);
    const known = flowNodes.get(node);
    if (!place && known?.selected === isSelected && known.ariaLabel === name) return known;
    const made = { ...toFlowNode(node, name), selected: isSelected };
    if (place) return { ...made, position: { x: place.x, y: place.y }, dragging: true };
    flowNodes.set(node, made);
    return made;
  });
}

function toFlowNode(node: WorkflowNode, ariaLabel: string): FlowNode {
  const face = faceOf(node);
  const size = { width: face.widthPx, height: face.heightPx };
  return {
    ...{ id: node.id, type: 'step', position: node.position, data: { node }, ariaLabel },
    ...size,
    // Known beforehand, so that what is out of sight need not be drawn to be measured.
    measured: size,
    handles: [
      ...face.inputs.map((port) => toHandle(port, 'target', Position.Top)),
      ...face.outputs.map((port) => toHandle(port, 'source', Position.Bottom)),
      ...(face.error ? [toHandle(face.error, 'source', Position.Right)] : []),
    ],
  };
}

function toHandle({ id, xPx, yPx }: FacePort, type: 'source' | 'target', position: Position): NodeHandle {
  const half = PORT_SIZE_PX / 2;
  return { id, type, position, x: xPx - half, y: yPx - half, width: PORT_SIZE_PX, height: PORT_SIZE_PX };
}

type EdgeLook = { readonly selected: Selection; readonly nameOf: (edge: WorkflowEdge) => string };

/** The edges as the canvas library wants them. Those that end nowhere are left out: the list of problems names them. */
export function toFlowEdges(
  edges: readonly WorkflowEdge[],
  nodes: readonly WorkflowNode[],
  { selected, nameOf }: EdgeLook,
): FlowEdge[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edges
    .filter((edge) => hasEnds(edge, byId))
    .map((edge) => {
      const isSelected = selected.has(edge.id);
      const name = nameOf(edge);
      const known = flowEdges.get(edge);
      if (known?.selected === isSelected && known.ariaLabel === name) return known;
      const { id, source, sourceHandle, target, targetHandle } = edge;
      const made: FlowEdge = {
        ...{ id, source, sourceHandle, target, targetHandle },
        ...{ type: 'step', data: { edge }, selected: isSelected, ariaLabel: name },
      };
      flowEdges.set(edge, made);
      return made;
    });
}

function hasEnds(edge: WorkflowEdge, nodes: ReadonlyMap<NodeId, WorkflowNode>): boolean {
  const source = nodes.get(edge.source);
  const target = nodes.get(edge.target);
  if (!source || !target) return false;
  const outputs = faceOf(source).outputs.map(({ id }) => id);
  const hasOutput = edge.sourceHandle === ERROR_PORT ? faceOf(source).error !== undefined : outputs.includes(edge.sourceHandle);
  return hasOutput && faceOf(target).inputs.some(({ id }) => id === edge.targetHandle);
}
