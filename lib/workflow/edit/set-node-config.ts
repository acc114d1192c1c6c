import type { NodeId, Workflow, WorkflowNode } from '../workflow.ts';
import { changeNode } from './change-node.ts';

/** Replaces the config of a node. */
export function setNodeConfig(workflow: Workflow, nodeId: NodeId, config: WorkflowNode['config']): Workflow {
  return changeNode(workflow, nodeId, (node) => (node.config === config ? node : { ...node, config }));
}
