import type { NodeId, WorkflowNode } from './workflow.ts';

/** How many containers a node lies in, for each of these nodes. Nodes that lie in each other have some depth, too. */
export function depthsOf(nodes: readonly WorkflowNode[]): (node: WorkflowNode) => number {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return ({ parentId }) => {
    const around = new Set<NodeId>();
    for (let at = parentId; at !== undefined && byId.has(at) && !around.has(at); at = byId.get(at)?.parentId) around.add(at);
    return around.size;
  };
}
