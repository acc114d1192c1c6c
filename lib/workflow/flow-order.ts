import type { NodeId, Workflow, WorkflowNode } from './workflow.ts';

/**
 * The nodes in the order in which one comes after another, so that people go through them as a run does; where the edges leave it open, from the
 * top; what lies in a container comes right behind it. Those of a cycle come last.
 */
export function flowOrder({ nodes, edges }: Pick<Workflow, 'nodes' | 'edges'>): WorkflowNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const waiting = new Map<NodeId, number>();
  for (const { source, target } of edges) if (byId.has(source)) waiting.set(target, (waiting.get(target) ?? 0) + 1);
  const ordered = new Set(nodes.filter(({ id }) => !waiting.has(id)).sort(fromTheTop));
  // grows while it is walked
  for (const { id } of ordered)
    for (const { target } of outgoing.get(id) ?? []) {
      const left = (waiting.get(target) ?? 0) - 1;
      waiting.set(target, left);
      const node = byId.get(target);
      if (left === 0 && node) ordered.add(node);
    }
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
  // Nodes that lie in each other are in no scope at all.
  return [...inside, ...ordered.filter((node) => !inside.has(node))];
}

function fromTheTop({ position: a }: WorkflowNode, { position: b }: WorkflowNode): number {
  return a.y - b.y || a.x - b.x;
}
