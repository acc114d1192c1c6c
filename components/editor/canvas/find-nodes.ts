import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';

/** The nodes that hold every word of the search in their names, id or anywhere in their config; none for no words. */
export function findNodes(
  nodes: readonly WorkflowNode[],
  search: string,
  namesOf: (node: WorkflowNode) => string,
): readonly NodeId[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const holds = (node: WorkflowNode) => {
    const text = `${namesOf(node)} ${node.id} ${node.type} ${JSON.stringify(node.config)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return nodes.filter(holds).map(({ id }) => id);
}
