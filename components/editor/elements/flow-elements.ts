import { type Edge, type Node, type NodeHandle, Position } from '@xyflow/react';
import { type FacePort, faceOf, PORT_SIZE_PX } from '#components/editor/document/node-face.ts';
import { nodesById } from '#components/editor/document/nodes-by-id.ts';
import { frameMaker } from '#components/editor/elements/frame-nodes.ts';
import type { Position as FlowPosition } from '#lib/workflow/edit/move-nodes.ts';
import { ERROR_PORT } from '#lib/workflow/node-ports.ts';
import type { NodeId, WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';

/**
 * A node as React Flow element: position, size and ports. Its texts are read from the document by id, so that typing
 * does not create a new list of nodes.
 */
export type FlowNode = Node<{ /** A container without nodes. */ readonly isEmpty?: boolean }, 'step' | 'container'>;
export type FlowEdge = Edge<{ readonly edge: WorkflowEdge; readonly drawn?: DrawnRoute }, 'step'>;

/** The corners of an edge, and how to find them while one of its ends is dragged. */
export type DrawnRoute = {
  readonly route: readonly FlowPosition[];
  readonly whileDragged: (at: { readonly source: FlowPosition; readonly target: FlowPosition }) => readonly FlowPosition[];
};

/** A position in the document is the middle of a node's upper edge, so that nodes of any width align. */
export const NODE_ORIGIN: [number, number] = [0.5, 0];

type Selection = ReadonlySet<string>;

export type NodeLook = {
  readonly selected: Selection;
  /** Positions of nodes while they are dragged, which are not in the document yet. */
  readonly dragged: ReadonlyMap<NodeId, FlowPosition>;
};

type MadeNode = { readonly node: WorkflowNode; readonly flow: FlowNode };

/** Converts nodes to React Flow elements: the same objects and the same list while nothing has changed. */
export function flowNodeMaker(): (nodes: readonly WorkflowNode[], look: NodeLook) => FlowNode[] {
  let made = new Map<NodeId, MadeNode>();
  let list: FlowNode[] = [];
  return (nodes, { selected, dragged }) => {
    const toFrame = frameMaker(nodes);
    const now = nodes.map((node): MadeNode => {
      const look = { isSelected: selected.has(node.id), draggedTo: dragged.get(node.id) };
      const known = made.get(node.id);
      const frame = toFrame(node, look);
      if (!frame && !look.draggedTo && known?.node === node && known.flow.selected === look.isSelected && !known.flow.dragging)
        return known;
      const flow = frame ?? toStepNode(node, look);
      return { node, flow: known && rendersSame(known.flow, flow) ? known.flow : flow };
    });
    made = new Map(now.map((one) => [one.node.id, one]));
    list = keepSame(
      list,
      now.map(({ flow }) => flow),
    );
    return list;
  };
}

function toStepNode(
  node: WorkflowNode,
  { isSelected, draggedTo }: { isSelected: boolean; draggedTo: FlowPosition | undefined },
): FlowNode {
  const face = faceOf(node);
  const size = { width: face.widthPx, height: face.heightPx };
  return {
    id: node.id,
    type: 'step',
    position: draggedTo ?? node.position,
    data: {},
    selected: isSelected,
    ...(draggedTo && { dragging: true }),
    ...size,
    // Set in advance, so that invisible nodes need not be rendered to be measured.
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

function rendersSame(a: FlowNode, b: FlowNode): boolean {
  const hasSamePosition = a.position.x === b.position.x && a.position.y === b.position.y && a.dragging === b.dragging;
  const isOneSize = a.type === b.type && a.width === b.width && a.height === b.height && a.zIndex === b.zIndex;
  return (
    hasSamePosition &&
    isOneSize &&
    a.selected === b.selected &&
    a.data.isEmpty === b.data.isEmpty &&
    haveSameHandles(a.handles ?? [], b.handles ?? [])
  );
}

function haveSameHandles(some: readonly NodeHandle[], others: readonly NodeHandle[]): boolean {
  const isSame = (a: NodeHandle, b: NodeHandle | undefined) =>
    a.id === b?.id && a.type === b?.type && a.position === b.position && a.x === b.x && a.y === b.y;
  return some.length === others.length && some.every((handle, index) => isSame(handle, others[index]));
}

type MadeEdge = { readonly flow: FlowEdge; readonly from: WorkflowNode; readonly to: WorkflowNode };
const madeEdges = new WeakMap<WorkflowEdge, MadeEdge>();

/**
 * Converts edges to React Flow elements, unchanged ones to the same object. Edges without an end node are skipped: they
 * are reported problems. Names are added where they are drawn, so that renaming a node changes no edge.
 */
export function toFlowEdges(
  edges: readonly WorkflowEdge[],
  nodes: readonly WorkflowNode[],
  { selected }: { readonly selected: Selection },
): FlowEdge[] {
  const byId = nodesById(nodes);
  return edges.flatMap((edge) => {
    const from = byId.get(edge.source);
    const to = byId.get(edge.target);
    if (!from || !to) return [];
    const known = madeEdges.get(edge);
    const isSelected = selected.has(edge.id);
    const isKnown = known?.from === from && known.to === to;
    if (!isKnown && !hasPorts(edge, from, to)) return [];
    const { id, source, sourceHandle, target, targetHandle } = edge;
    const zIndex = zIndexOf(from, to);
    const flow: FlowEdge =
      known?.flow.selected === isSelected && (known.flow.zIndex ?? 0) === zIndex
        ? known.flow
        : {
            id,
            source,
            sourceHandle,
            target,
            targetHandle,
            type: 'step',
            data: { edge },
            selected: isSelected,
            ...(zIndex > 0 && { zIndex }),
          };
    madeEdges.set(edge, { flow, from, to });
    return [flow];
  });
}

/** An edge to a node above its source passes other nodes, and is drawn before them. */
function zIndexOf(from: WorkflowNode, to: WorkflowNode): number {
  return to.position.y < from.position.y ? 1 : 0;
}

/** Returns the previous list if the new one has the same items, so that nothing is rendered again. */
export function keepSame<Item>(before: readonly Item[] | undefined, made: Item[]): Item[] {
  const isSame = before?.length === made.length && made.every((item, index) => item === before[index]);
  return isSame ? (before as Item[]) : made;
}

function hasPorts({ sourceHandle, targetHandle }: WorkflowEdge, source: WorkflowNode, target: WorkflowNode): boolean {
  const { outputs, error } = faceOf(source);
  const hasOutput = sourceHandle === ERROR_PORT ? error !== undefined : outputs.some(({ id }) => id === sourceHandle);
  return hasOutput && faceOf(target).inputs.some(({ id }) => id === targetHandle);
}
