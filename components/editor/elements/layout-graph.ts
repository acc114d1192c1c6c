import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { COLLAPSED_HEIGHT_PX, type CollapsedGroup, collapsedGroups } from '#components/editor/document/collapsed-groups.ts';
import { FRAME_GAP_PX, FRAME_HEAD_PX, isContainer, LEAST_FRAME } from '#components/editor/document/container-frames.ts';
import { type FacePort, faceOf } from '#components/editor/document/node-face.ts';
import { NEW_FRAME_SIZE } from '#lib/workflow/edit/add-node.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import { ERROR_PORT } from '#lib/workflow/node-ports.ts';
import type { NodeId, Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

/** @see https://eclipse.dev/elk/reference/options.html */
const layoutOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.spacing.nodeNode': '48',
  'elk.layered.spacing.nodeNodeBetweenLayers': '20',
  'elk.spacing.edgeNode': '24',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
};
/** Around the body of a container. */
const bodyPadding = `[top=${FRAME_HEAD_PX + FRAME_GAP_PX},left=${FRAME_GAP_PX},bottom=${FRAME_GAP_PX},right=${FRAME_GAP_PX}]`;

const frameOptions = {
  'elk.padding': bodyPadding,
  'elk.portConstraints': 'FIXED_SIDE',
  'elk.nodeSize.constraints': 'MINIMUM_SIZE',
  'elk.nodeSize.minimum': `(${LEAST_FRAME.widthPx}, ${LEAST_FRAME.heightPx})`,
  'elk.contentAlignment': 'V_TOP H_CENTER',
};

type Known = {
  readonly nodes: ReadonlyMap<NodeId, WorkflowNode>;
  /** The children of each container, and of the top level. */
  readonly bodies: ReadonlyMap<NodeId | undefined, readonly WorkflowNode[]>;
  readonly edges: ReadonlyMap<NodeId | undefined, Workflow['edges']>;
  /** By the node that stands for it in the layout: the first one of the group. */
  readonly boxes: ReadonlyMap<NodeId, CollapsedGroup>;
};

/**
 * The workflow for the layout library: nodes with ordered ports, to minimize crossings, and bodies
 * in their containers.
 */
export function toLayoutGraph(workflow: Workflow): ElkNode {
  const boxes = boxesOf(workflow);
  const { nodes, edges } = withBoxes(workflow, boxes);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const scopeOf = (id: NodeId) => {
    const parentId = byId.get(id)?.parentId;
    const parent = parentId === undefined ? undefined : byId.get(parentId);
    return parent && isContainer(parent) ? parentId : undefined;
  };
  const inOneScope = edges.filter(
    ({ source, target }) => byId.has(source) && byId.has(target) && scopeOf(source) === scopeOf(target),
  );
  const bodies = Map.groupBy(nodes, ({ id }) => scopeOf(id));
  const known = { nodes: byId, boxes, bodies, edges: Map.groupBy(inOneScope, ({ source }) => scopeOf(source)) };
  return { id: 'workflow', layoutOptions, ...bodyIn(undefined, known) };
}

function bodyIn(scope: NodeId | undefined, known: Known): Pick<ElkNode, 'children' | 'edges'> {
  return {
    children: (known.bodies.get(scope) ?? []).map((node) => toLayoutNode(node, known)),
    edges: (known.edges.get(scope) ?? []).map(({ source, sourceHandle, target, targetHandle }, index) => ({
      id: `edge ${scope ?? ''} ${index}`,
      sources: [known.boxes.has(source) ? source : portId(known.nodes.get(source), 'out', sourceHandle)],
      targets: [known.boxes.has(target) ? target : portId(known.nodes.get(target), 'in', targetHandle)],
    })),
  };
}

function toLayoutNode(node: WorkflowNode, known: Known): ElkNode {
  const box = known.boxes.get(node.id);
  if (box) return { id: node.id, width: box.widthPx, height: COLLAPSED_HEIGHT_PX };
  const { widthPx, heightPx, inputs, outputs, error } = faceOf(node);
  const isFrame = isContainer(node) && (known.bodies.get(node.id)?.length ?? 0) > 0;
  const size = isContainer(node) ? (node.size ?? NEW_FRAME_SIZE) : { width: widthPx, height: heightPx };
  const port = (side: 'in' | 'out', { id, xPx, yPx }: FacePort, elkSide: string) => ({
    // Ports of a frame have only sides, because its size is not known yet.
    id: portId(node, side, id),
    ...(isContainer(node) ? {} : { x: xPx, y: yPx }),
    width: 0,
    height: 0,
    layoutOptions: { 'elk.port.side': elkSide },
  });
  return {
    id: node.id,
    ...(isFrame ? {} : { width: size.width, height: size.height }),
    layoutOptions: isFrame
      ? { ...layoutOptions, ...frameOptions }
      : { 'elk.portConstraints': isContainer(node) ? 'FIXED_SIDE' : 'FIXED_POS' },
    ports: [
      ...inputs.map((one) => port('in', one, 'NORTH')),
      ...outputs.map((one) => port('out', one, 'SOUTH')),
      ...(error ? [port('out', error, 'EAST')] : []),
    ],
    ...(isFrame && bodyIn(node.id, known)),
  };
}

/** The ELK id of a port; that of the node if it does not have the port. */
function portId(node: WorkflowNode | undefined, side: 'in' | 'out', port: string): string {
  if (!node) return '';
  const { inputs, outputs, error } = faceOf(node);
  const has =
    side === 'in'
      ? inputs.some(({ id }) => id === port)
      : outputs.some(({ id }) => id === port) || (port === ERROR_PORT && error);
  return has ? `${node.id} ${side} ${port}` : node.id;
}

/** Collapsed groups, each under its first node. One whose nodes are in several containers has no place of its own. */
function boxesOf(workflow: Workflow): ReadonlyMap<NodeId, CollapsedGroup> {
  const parentOf = new Map(workflow.nodes.map(({ id, parentId }) => [id, parentId]));
  return new Map(
    collapsedGroups(workflow, { selected: new Set() }).flatMap((box) => {
      const members = box.group.nodeIds.filter((id) => box.hidden.has(id));
      const [first] = members;
      const isTogether = new Set(members.map((id) => parentOf.get(id))).size === 1;
      return first !== undefined && isTogether ? [[first, box] as const] : [];
    }),
  );
}

/** Without the other nodes of boxes; their edges lead to the first one. */
function withBoxes({ nodes, edges }: Workflow, boxes: ReadonlyMap<NodeId, CollapsedGroup>): Pick<Workflow, 'nodes' | 'edges'> {
  if (boxes.size === 0) return { nodes, edges };
  const firstOf = new Map([...boxes].flatMap(([first, { hidden }]) => [...hidden].map((id) => [id, first] as const)));
  const shownId = (id: NodeId) => firstOf.get(id) ?? id;
  return {
    nodes: nodes.filter(({ id }) => shownId(id) === id),
    edges: edges
      .map((edge) => ({ ...edge, source: shownId(edge.source), target: shownId(edge.target) }))
      .filter(({ source, target }) => !(source === target && boxes.has(source))),
  };
}

/** What is in a box moves with it. */
function withMembers(positions: ReadonlyMap<NodeId, Position>, workflow: Workflow): ReadonlyMap<NodeId, Position> {
  const all = new Map(positions);
  const storedOf = new Map(workflow.nodes.map(({ id, position }) => [id, position]));
  for (const [first, { hidden, position }] of boxesOf(workflow)) {
    const to = positions.get(first);
    if (!to) continue;
    for (const id of hidden) {
      const stored = storedOf.get(id);
      if (stored) all.set(id, { x: stored.x + to.x - position.x, y: stored.y + to.y - position.y });
    }
  }
  return all;
}

/** Positions from a finished layout; the first node stays where it was, so that the view stays meaningful. */
export function positionsOf(laidOut: ElkNode, workflow: Workflow): ReadonlyMap<NodeId, Position> {
  const { nodes } = workflow;
  const positions = withMembers(new Map(positionsIn(laidOut, { x: 0, y: 0 })), workflow);
  const anchor = nodes.find(({ type }) => type === 'start') ?? nodes.find(({ parentId }) => parentId === undefined);
  const moved = anchor && positions.get(anchor.id);
  if (!anchor || !moved) return positions;
  const delta = { x: anchor.position.x - moved.x, y: anchor.position.y - moved.y };
  return new Map([...positions].map(([id, { x, y }]) => [id, { x: Math.round(x + delta.x), y: Math.round(y + delta.y) }]));
}

/** ELK positions are relative to the parent's top left corner. */
function positionsIn({ children = [] }: ElkNode, corner: Position): [NodeId, Position][] {
  return children.flatMap((child): [NodeId, Position][] => {
    const { id, x = 0, y = 0, width = 0 } = child;
    const own = { x: corner.x + x, y: corner.y + y };
    return [[id, { x: own.x + width / 2, y: own.y }], ...positionsIn(child, own)];
  });
}

/** The sizes of containers with a body in the layout. */
export function frameSizesOf({ children = [] }: ElkNode): ReadonlyMap<NodeId, { width: number; height: number }> {
  return new Map(
    children.flatMap((child): [NodeId, { width: number; height: number }][] => {
      const { id, width = 0, height = 0 } = child;
      return child.children?.length ? [[id, { width, height }], ...frameSizesOf(child)] : [];
    }),
  );
}
