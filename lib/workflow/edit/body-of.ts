import type { NodeId, WorkflowNode } from '../workflow.ts';

/** All nodes inside these nodes, at any depth; the nodes themselves only if they are inside another one. */
export function bodyOf(nodes: readonly WorkflowNode[], containerIds: ReadonlySet<NodeId>): WorkflowNode[] {
  const inside = new Set<NodeId>();
  for (let size = -1; size !== inside.size; ) {
    size = inside.size;
    for (const { id, parentId } of nodes)
      if (parentId !== undefined && (containerIds.has(parentId) || inside.has(parentId))) inside.add(id);
  }
  return nodes.filter(({ id }) => inside.has(id));
}
