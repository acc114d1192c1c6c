import { AncestorSets } from './ancestor-sets.ts';
import { findCycles } from './find-cycles.ts';
import { isRace } from './join-mode.ts';
import type { NodeId, Workflow, WorkflowEdge, WorkflowNode } from './workflow.ts';

/**
 * A workflow's edges as maps. Edges that join no two nodes of one scope are left out, and of nodes with the same id the first counts, so
 * every document has a graph.
 */
export type WorkflowGraph = {
  readonly nodes: ReadonlyMap<NodeId, WorkflowNode>;
  incoming(nodeId: NodeId): readonly WorkflowEdge[];
  outgoing(nodeId: NodeId): readonly WorkflowEdge[];
  /** Every node that is in no cycle and behind none, each after those it waits for; containers before their bodies. */
  readonly order: readonly NodeId[];
  /** True when the node is in `order`. */
  isOrdered(nodeId: NodeId): boolean;
  /** Groups of nodes that wait for each other. */
  readonly cycles: readonly (readonly NodeId[])[];
  /** The containers around a node, innermost first. */
  containersOf(nodeId: NodeId): readonly NodeId[];
  /** True when a path of edges leads from `earlier` to `later`, or to a container around it. */
  isBefore(earlier: NodeId, later: NodeId): boolean;
  /** As `isBefore`, and no join that goes on with one of its branches stands between them: `earlier` is decided, whichever branch that is. */
  isSurelyBefore(earlier: NodeId, later: NodeId): boolean;
};

export function buildGraph(workflow: Workflow): WorkflowGraph {
  const nodes = new Map<NodeId, WorkflowNode>();
  for (const node of workflow.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node);
  const edges = workflow.edges.filter(
    ({ source, target }) => nodes.has(source) && nodes.has(target) && scopeOf(nodes, source) === scopeOf(nodes, target),
  );
  const incoming = Map.groupBy(edges, (edge) => edge.target);
  const outgoing = Map.groupBy(edges, (edge) => edge.source);
  const sourcesOf = (nodeId: NodeId) => (incoming.get(nodeId) ?? []).map((edge) => edge.source);
  const targetsOf = (nodeId: NodeId) => (outgoing.get(nodeId) ?? []).map((edge) => edge.target);
  const flat = sortTopologically([...nodes.keys()], { sourcesOf, targetsOf });
  const inOrder = new Set(flat);
  let ancestors: AncestorSets | undefined;
  let decided: AncestorSets | undefined;
  const isRaceAt = (nodeId: NodeId) => isRace(nodes.get(nodeId) as WorkflowNode);
  const containersOf = (nodeId: NodeId) => containersAround(nodes, nodeId);
  return {
    nodes,
    incoming: (nodeId) => incoming.get(nodeId) ?? [],
    outgoing: (nodeId) => outgoing.get(nodeId) ?? [],
    order: containersFirst(flat, containersOf),
    isOrdered: (nodeId) => inOrder.has(nodeId),
    cycles: findCycles(
      [...nodes.keys()].filter((id) => !inOrder.has(id)),
      targetsOf,
    ),
    containersOf,
    isBefore(earlier, later) {
      ancestors ??= new AncestorSets(flat, sourcesOf);
      const sets = ancestors;
      return [later, ...containersOf(later)].some((id) => sets.has(id, earlier));
    },
    isSurelyBefore(earlier, later) {
      decided ??= new AncestorSets(flat, sourcesOf, isRaceAt);
      const sets = decided;
      return [later, ...containersOf(later)].some((id) => sets.has(id, earlier));
    },
  };
}

/** A parent that does not exist is no scope of its own. */
function scopeOf(nodes: ReadonlyMap<NodeId, WorkflowNode>, nodeId: NodeId): NodeId | undefined {
  const parentId = nodes.get(nodeId)?.parentId;
  return parentId !== undefined && nodes.has(parentId) ? parentId : undefined;
}

function containersAround(nodes: ReadonlyMap<NodeId, WorkflowNode>, nodeId: NodeId): readonly NodeId[] {
  const around: NodeId[] = [];
  for (let id = scopeOf(nodes, nodeId); id !== undefined && !around.includes(id); id = scopeOf(nodes, id)) around.push(id);
  return around;
}

type Neighbours = { sourcesOf(nodeId: NodeId): readonly NodeId[]; targetsOf(nodeId: NodeId): readonly NodeId[] };

/** Kahn's algorithm; what lies in or behind a cycle is left out. */
function sortTopologically(ids: readonly NodeId[], { sourcesOf, targetsOf }: Neighbours): NodeId[] {
  const missing = new Map(ids.map((id) => [id, sourcesOf(id).length]));
  const order = ids.filter((id) => missing.get(id) === 0);
  for (let index = 0; index < order.length; index++) {
    for (const target of targetsOf(order[index] as NodeId)) {
      const left = (missing.get(target) ?? 0) - 1;
      missing.set(target, left);
      if (left === 0) order.push(target);
    }
  }
  return order;
}

/** What a body reads of the outside is known once its container's turn has come. */
function containersFirst(flat: readonly NodeId[], containersOf: (nodeId: NodeId) => readonly NodeId[]): readonly NodeId[] {
  const bodies = Map.groupBy(flat, (id) => containersOf(id)[0]);
  if (bodies.size <= 1) return flat;
  const order: NodeId[] = [];
  const visit = (scope: NodeId | undefined) => {
    for (const id of bodies.get(scope) ?? []) {
      order.push(id);
      visit(id);
    }
  };
  visit(undefined);
  return order;
}
