import type { NodeId, Workflow } from '../workflow.ts';
import { setNodeOptions } from './set-node-options.ts';

/** The workflow with a node that gives this value instead of running, but for deployed runs. `undefined` lets it run again. */
export function pinNode(workflow: Workflow, nodeId: NodeId, value: unknown): Workflow {
  const node = workflow.nodes.find(({ id }) => id === nodeId);
  if (!node) return workflow;
  const { pinned: _, ...options } = node.options ?? {};
  // a node's value is JSON by the time a run's log has taken it
  return setNodeOptions(workflow, nodeId, value === undefined ? options : { ...options, pinned: value as null });
}
