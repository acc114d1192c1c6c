import type { NodeId, Workflow, WorkflowNode } from '../workflow.ts';

/** The workflow with one node replaced by what `change` makes of it. The same workflow when there is no such node or it stays the same. */
export function changeNode(workflow: Workflow, nodeId: NodeId, change: (node: WorkflowNode) => WorkflowNode): Workflow {
  const index = workflow.nodes.findIndex(({ id }) => id === nodeId);
  const node = workflow.nodes[index];
  const changed = node && change(node);
  return changed === undefined || changed === node ? workflow : { ...workflow, nodes: workflow.nodes.with(index, changed) };
}
