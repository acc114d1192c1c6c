import { AncestorSets } from './ancestor-sets.ts';
import { findCycles } from './find-cycles.ts';
import { isRace } from './join-mode.ts';
import { topologicalOrder } from './topological-order.ts';
import type { NodeId, Workflow, WorkflowEdge, WorkflowNode } from './workflow.ts';

/**
 * The edges of a workflow as maps. Ignores edges that do not connect two nodes of one scope, and
 * all but the first of nodes with the same id, so every document has a graph.
 */
export type WorkflowGraph = {
  readonly nodes: ReadonlyMap<NodeId, WorkflowNode>;
  incoming(nodeId: NodeId): readonly WorkflowEdge[];
  outgoing(nodeId: NodeId): readonly WorkflowEdge[];
  /** Topological order without nodes in or behind a cycle; containers before their bodies. */
  readonly order: readonly NodeId[];
  /** True if the node is in `order`. */
  isOrdered(nodeId: NodeId): boolean;
  /** Nodes of each cycle. */
  readonly cycles: readonly (readonly NodeId[])[];
  /** The containers around a node, innermost first. */
  containersOf(nodeId: NodeId): readonly NodeId[];
  /** True if a path of edges leads from `earlier` to `later`, or to a container of it. */
  isBefore(earlier: NodeId, later: NodeId): boolean;
  /**
   * `earlier`, or a container around it alone, is before `later` with no racing join between them: `earlier` has
   * finished or been skipped in any case.
   */
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
  const flat = topologicalOrder([...nodes.keys()], targetsOf);
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
      const around = containersOf(later);
      // A container ends after everything in its body.
      const ended = [earlier, ...containersOf(earlier).filter((id) => id !== later && !around.includes(id))];
      return [later, ...around].some((id) => ended.some((before) => sets.has(id, before)));
    },
  };
}

/** A parent that does not exist is not a scope. */
function scopeOf(nodes: ReadonlyMap<NodeId, WorkflowNode>, nodeId: NodeId): NodeId | undefined {
  const parentId = nodes.get(nodeId)?.parentId;
  return parentId !== undefined && nodes.has(parentId) ? parentId : undefined;
}

function containersAround(nodes: ReadonlyMap<NodeId, WorkflowNode>, nodeId: NodeId): readonly NodeId[] {
  const around: NodeId[] = [];
  for (let id = scopeOf(nodes, nodeId); id !== undefined && !around.includes(id); id = scopeOf(nodes, id)) around.push(id);
  return around;
}

/** Values that a body reads from outside are available when its container starts. */
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
