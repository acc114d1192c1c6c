import type { NodeId, Workflow } from '../workflow.ts';
import { changeNode } from './change-node.ts';

/** The workflow with another label on a node; '' shows the name of its type. */
export function setNodeLabel(workflow: Workflow, nodeId: NodeId, label: string): Workflow {
  return changeNode(workflow, nodeId, (node) => (node.label === label ? node : { ...node, label }));
}
