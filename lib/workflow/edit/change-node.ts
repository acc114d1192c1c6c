import type { NodeId, Workflow, WorkflowNode } from '../workflow.ts';

/**
 * Replaces one node with the result of `change`. Returns the same workflow if there is no such node
 * or it does not change.
 */
export function changeNode(workflow: Workflow, nodeId: NodeId, change: (node: WorkflowNode) => WorkflowNode): Workflow {
  const index = workflow.nodes.findIndex(({ id }) => id === nodeId);
  const node = workflow.nodes[index];
  const changed = node && change(node);
  return changed === undefined || changed === node ? workflow : { ...workflow, nodes: workflow.nodes.with(index, changed) };
}
