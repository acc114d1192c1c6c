import { type Edge, type Node, type NodeHandle, Position } from '@xyflow/react';
import { frameMaker } from '#components/editor/canvas/frame-nodes.ts';
import { type FacePort, faceOf, PORT_SIZE_PX } from '#components/editor/canvas/node-face.ts';
import type { Position as Place } from '#lib/workflow/edit/move-nodes.ts';
import { ERROR_PORT } from '#lib/workflow/node-ports.ts';
import type { NodeId, WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';

/** What the canvas library is given: the document's own objects, which change only when they do. */
export type FlowNode = Node<
  { readonly node: WorkflowNode /** Of a container: nothing lies in it. */; readonly isEmpty?: boolean },
  'step' | 'container'
>;
export type FlowEdge = Edge<{ readonly edge: WorkflowEdge }, 'step'>;

/** A position in the document is the middle of a node's upper edge, so that nodes of any width stand in line. */
export const NODE_ORIGIN: [number, number] = [0.5, 0];

type Selection = ReadonlySet<string>;

type NodeLook = {
  readonly selected: Selection;
  /** Where nodes are while they are dragged, which the document does not know yet. */
  readonly dragged: ReadonlyMap<NodeId, Place>;
  /** Of the names; another one names everything anew. */
  readonly language: string;
  readonly nameOf: (node: WorkflowNode) => string;
};

type MadeNode = { readonly flow: FlowNode; readonly language: string };
const madeNodes = new WeakMap<WorkflowNode, MadeNode>();

/** The nodes as the canvas library wants them; the same object for a node as long as nothing of it changed. */
export function toFlowNodes(nodes: readonly WorkflowNode[], { selected, dragged, language, nameOf }: NodeLook): FlowNode[] {
  const toFrame = frameMaker(nodes);
  return nodes.map((node) => {
    const place = dragged.get(node.id);
    const isSelected = selected.has(node.id);
    const frame = toFrame(node, { name: nameOf, isSelected, place });
    if (frame) return frame;
    const known = madeNodes.get(node);
    const isNamed = known?.language === language;
    if (!place && isNamed && known.flow.selected === isSelected) return known.flow;
    const name = isNamed ? (known.flow.ariaLabel ?? node.id) : nameOf(node);
    const flow = { ...toFlowNode(node, name), selected: isSelected };
    if (place) return { ...flow, position: { x: place.x, y: place.y }, dragging: true };
    madeNodes.set(node, { flow, language });
    return flow;
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

type EdgeEnds = { readonly source: string; readonly target: string };
type EdgeLook = {
  readonly selected: Selection;
  readonly language: string;
  readonly nodeNames: ReadonlyMap<NodeId, string>;
  /** What the edge is called, by the names of its ends. */
  readonly nameOf: (ends: EdgeEnds) => string;
};

type MadeEdge = EdgeEnds & { readonly flow: FlowEdge; readonly language: string };
const madeEdges = new WeakMap<WorkflowEdge, MadeEdge>();

/** The edges as the canvas library wants them. Those that end nowhere are left out: the list of problems names them. */
export function toFlowEdges(
  edges: readonly WorkflowEdge[],
  nodes: readonly WorkflowNode[],
  { selected, language, nodeNames, nameOf }: EdgeLook,
): FlowEdge[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edges.flatMap((edge) => {
    const from = byId.get(edge.source);
    const to = byId.get(edge.target);
    if (!from || !to || !hasPorts(edge, from, to)) return [];
    const isSelected = selected.has(edge.id);
    const ends = { source: nodeNames.get(from.id) ?? from.id, target: nodeNames.get(to.id) ?? to.id };
    const known = madeEdges.get(edge);
    const isNamed = known?.language === language && known.source === ends.source && known.target === ends.target;
    if (isNamed && known.flow.selected === isSelected) return [known.flow];
    const { id, source, sourceHandle, target, targetHandle } = edge;
    const flow: FlowEdge = {
      ...{ id, source, sourceHandle, target, targetHandle },
      ...{ type: 'step', data: { edge }, selected: isSelected, ariaLabel: (isNamed && known.flow.ariaLabel) || nameOf(ends) },
    };
    madeEdges.set(edge, { ...ends, flow, language });
    return [flow];
  });
}

function hasPorts({ sourceHandle, targetHandle }: WorkflowEdge, source: WorkflowNode, target: WorkflowNode): boolean {
  const { outputs, error } = faceOf(source);
  const hasOutput = sourceHandle === ERROR_PORT ? error !== undefined : outputs.some(({ id }) => id === sourceHandle);
  return hasOutput && faceOf(target).inputs.some(({ id }) => id === targetHandle);
}
