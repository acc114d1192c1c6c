import type { NodeId, Workflow } from '../workflow.ts';
import { changeNode } from './change-node.ts';

/** Changes the label of a node; '' shows the title of its type. */
export function setNodeLabel(workflow: Workflow, nodeId: NodeId, label: string): Workflow {
  return changeNode(workflow, nodeId, (node) => (node.label === label ? node : { ...node, label }));
}
