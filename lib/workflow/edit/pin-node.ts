import type { NodeId, Workflow } from '../workflow.ts';
import { setNodeOptions } from './set-node-options.ts';

/** Pins a value that the node returns instead of running, except in deployed runs. `undefined` unpins it. */
export function pinNode(workflow: Workflow, nodeId: NodeId, value: unknown): Workflow {
  const node = workflow.nodes.find(({ id }) => id === nodeId);
  if (!node) return workflow;
  const { pinned: _, ...options } = node.options ?? {};
  // Values of nodes are JSON when they are logged.
  return setNodeOptions(workflow, nodeId, value === undefined ? options : { ...options, pinned: value as null });
}
