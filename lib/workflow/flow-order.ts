import type { NodeId, Workflow, WorkflowNode } from './workflow.ts';

/**
 * The nodes in the order in which one comes after another, so that people go through them as a run does; where the edges leave it open, from the
 * top. Those of a cycle come last.
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
  return [...ordered, ...nodes.filter((node) => !ordered.has(node))];
}

function fromTheTop({ position: a }: WorkflowNode, { position: b }: WorkflowNode): number {
  return a.y - b.y || a.x - b.x;
}
