import { topologicalOrder } from './topological-order.ts';
import type { NodeId, Workflow, WorkflowNode } from './workflow.ts';

/**
 * Nodes in topological order; ties from the top of the canvas. The nodes of a container follow it.
 * Nodes in a cycle come last.
 */
export function flowOrder({ nodes, edges }: Pick<Workflow, 'nodes' | 'edges'>): WorkflowNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const targetsOf = ({ id }: WorkflowNode) => (outgoing.get(id) ?? []).flatMap(({ target }) => byId.get(target) ?? []);
  const ordered = new Set(topologicalOrder(nodes.toSorted(fromTheTop), targetsOf));
  return containersFirst([...ordered, ...nodes.filter((node) => !ordered.has(node))], byId);
}

function containersFirst(ordered: WorkflowNode[], byId: ReadonlyMap<NodeId, WorkflowNode>): WorkflowNode[] {
  const bodies = Map.groupBy(ordered, ({ parentId }) => (parentId !== undefined && byId.has(parentId) ? parentId : undefined));
  if (bodies.size <= 1) return ordered;
  const inside = new Set<WorkflowNode>();
  const visit = (scope: NodeId | undefined) => {
    for (const node of bodies.get(scope) ?? []) {
      inside.add(node);
      visit(node.id);
    }
  };
  visit(undefined);
  // Nodes that are each other's parent are in no scope.
  return [...inside, ...ordered.filter((node) => !inside.has(node))];
}

function fromTheTop({ position: a }: WorkflowNode, { position: b }: WorkflowNode): number {
  return a.y - b.y || a.x - b.x;
}
