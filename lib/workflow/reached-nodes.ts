import type { WorkflowGraph } from './graph.ts';
import type { NodeId, Workflow } from './workflow.ts';

/** Whether a path leads from the start to a node; true for all without exactly one start. */
export function reachedFrom(workflow: Pick<Workflow, 'nodes'>, graph: WorkflowGraph): (nodeId: NodeId) => boolean {
  const [start, ...others] = workflow.nodes.filter(({ type }) => type === 'start');
  if (!start || others.length > 0) return () => true;
  let reached: ReadonlySet<NodeId> | undefined;
  return (nodeId) => {
    reached ??= nodesBehind([start.id], graph);
    return reached.has(nodeId);
  };
}

/** These nodes, and all that paths lead to from them through nodes that may be passed. */
export function nodesBehind(
  from: Iterable<NodeId>,
  graph: Pick<WorkflowGraph, 'outgoing'>,
  mayPass: (nodeId: NodeId) => boolean = () => true,
): ReadonlySet<NodeId> {
  const behind = new Set(from);
  // The set grows during iteration.
  for (const id of behind) for (const { target } of graph.outgoing(id)) if (mayPass(target)) behind.add(target);
  return behind;
}
