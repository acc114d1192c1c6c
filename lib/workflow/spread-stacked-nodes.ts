import type { Position } from './edit/move-nodes.ts';
import { flowOrder } from './flow-order.ts';
import type { NodeId, Workflow, WorkflowNode } from './workflow.ts';

/** Between the middles of neighbours. */
const ACROSS_PX = 260;
const DOWN_PX = 110;
/** Around the body of a container, with its header above. */
const FRAME_GAP_PX = 24;
const FRAME_HEAD_PX = 34;

type Size = { readonly width: number; readonly height: number };
/** The rows of a body, and the room of each of its nodes. */
type Body = Size & { readonly rows: readonly (readonly WorkflowNode[])[] };

/**
 * The nodes in rows by their distance from the start if all of them have one position, as documents made by programs
 * have; else as they are.
 */
export function spreadStackedNodes({ nodes, edges }: Pick<Workflow, 'nodes' | 'edges'>): WorkflowNode[] {
  const [first] = nodes;
  const isStacked = nodes.every(({ position }) => position.x === first?.position.x && position.y === first.position.y);
  if (nodes.length < 2 || !isStacked) return [...nodes];
  const bodies = measureBodies(flowOrder({ nodes, edges }), edges);
  const positions = new Map<NodeId, Position>();
  const place = (scope: NodeId | undefined, { x, y }: Position) => {
    let top = y;
    for (const row of bodies.get(scope)?.rows ?? []) {
      const sizes = row.map(({ id }) => roomOf(bodies.get(id)));
      let left = x - sizes.reduce((sum, { width }) => sum + width, 0) / 2;
      for (const [index, { id }] of row.entries()) {
        const { width } = sizes[index] ?? roomOf(undefined);
        positions.set(id, { x: left + width / 2, y: top });
        if (bodies.has(id)) place(id, { x: left + width / 2, y: top + FRAME_HEAD_PX + FRAME_GAP_PX });
        left += width;
      }
      top += Math.max(...sizes.map(({ height }) => height));
    }
  };
  place(undefined, { x: 0, y: 0 });
  return nodes.map((node) => ({ ...node, position: positions.get(node.id) ?? node.position }));
}

/** The body of each container, and of the top level. A node inside itself is at the top level. */
function measureBodies(ordered: readonly WorkflowNode[], edges: Workflow['edges']): Map<NodeId | undefined, Body> {
  const byId = new Map(ordered.map((node) => [node.id, node]));
  const scopes = new Map(ordered.map((node) => [node.id, scopeOf(node, byId)]));
  const members = Map.groupBy(ordered, ({ id }) => scopes.get(id));
  const inner = edges.filter(({ source, target }) => scopes.get(source) === scopes.get(target));
  const bodies = new Map<NodeId | undefined, Body>();
  // In the order of the flow containers precede their nodes: the innermost bodies come first here.
  for (const scope of [...members.keys()].sort((one, other) => depthOf(other, scopes) - depthOf(one, scopes)))
    bodies.set(scope, measureBody(members.get(scope) ?? [], inner, bodies));
  return bodies;
}

function scopeOf({ id, parentId }: WorkflowNode, byId: ReadonlyMap<NodeId, WorkflowNode>): NodeId | undefined {
  const passed = new Set([id]);
  for (let above = parentId; above !== undefined && byId.has(above); above = byId.get(above)?.parentId) {
    if (passed.has(above)) return undefined;
    passed.add(above);
  }
  return parentId !== undefined && byId.has(parentId) ? parentId : undefined;
}

function depthOf(scope: NodeId | undefined, scopes: ReadonlyMap<NodeId, NodeId | undefined>): number {
  return scope === undefined ? 0 : 1 + depthOf(scopes.get(scope), scopes);
}

function measureBody(
  nodes: readonly WorkflowNode[],
  edges: Workflow['edges'],
  bodies: ReadonlyMap<NodeId | undefined, Body>,
): Body {
  const rowNumbers = rowsOf(nodes, edges);
  const rows = [...Map.groupBy(nodes, ({ id }) => rowNumbers.get(id) ?? 0)].sort(([one], [other]) => one - other);
  const sizes = rows.map(([, row]) => row.map(({ id }) => roomOf(bodies.get(id))));
  return {
    rows: rows.map(([, row]) => row),
    width: Math.max(...sizes.map((row) => row.reduce((sum, { width }) => sum + width, 0))),
    height: sizes.reduce((sum, row) => sum + Math.max(...row.map(({ height }) => height)), 0),
  };
}

/** What a node takes of its row: a container its frame. */
function roomOf(body: Body | undefined): Size {
  if (!body) return { width: ACROSS_PX, height: DOWN_PX };
  return { width: body.width + 2 * FRAME_GAP_PX, height: body.height + 2 * FRAME_GAP_PX + FRAME_HEAD_PX };
}

function rowsOf(ordered: readonly WorkflowNode[], edges: Workflow['edges']): Map<NodeId, number> {
  const rows = new Map<NodeId, number>();
  const incoming = Map.groupBy(edges, ({ target }) => target);
  for (const { id } of ordered) {
    const before = (incoming.get(id) ?? []).flatMap(({ source }) => rows.get(source) ?? []);
    rows.set(id, before.length === 0 ? 0 : Math.max(...before) + 1);
  }
  return rows;
}
