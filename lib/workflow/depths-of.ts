import type { NodeId, WorkflowNode } from './workflow.ts';

/** The number of containers around each of these nodes. Cyclic parents give an arbitrary depth. */
export function depthsOf(nodes: readonly WorkflowNode[]): (node: WorkflowNode) => number {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return ({ parentId }) => {
    const around = new Set<NodeId>();
    for (let at = parentId; at !== undefined && byId.has(at) && !around.has(at); at = byId.get(at)?.parentId) around.add(at);
    return around.size;
  };
}
