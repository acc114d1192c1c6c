import { drawnPathOf, type NodePath, nodeIdOf } from '#lib/run/node-path.ts';
import { findNodeAt } from '#lib/workflow/called-workflows.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

export type NodeFinder = (path: NodePath) => WorkflowNode | undefined;

/** Cached by the list of nodes, which stays the same object during a run. */
const finders = new WeakMap<readonly WorkflowNode[], { readonly workflows: unknown; readonly find: NodeFinder }>();

/**
 * Finds the node for a path of the log. The ids of a called workflow may repeat those of the caller,
 * so paths inside a call are resolved in the called workflow.
 * @param workflows sub-workflows of the run's document; without them, paths inside calls are not found
 */
export function nodeFinder(nodes: readonly WorkflowNode[], workflows: unknown): NodeFinder {
  const known = finders.get(nodes);
  if (known && known.workflows === workflows) return known.find;
  const find = makeFinder(nodes, workflows);
  finders.set(nodes, { workflows, find });
  return find;
}

function makeFinder(nodes: readonly WorkflowNode[], workflows: unknown): NodeFinder {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const document = { nodes, edges: [], workflows } as unknown as Workflow;
  const isCall = (nodeId: string) => byId.get(nodeId)?.type === 'workflow';
  return (path) => (drawnPathOf(path, isCall) === path ? byId.get(nodeIdOf(path)) : findNodeAt(document, path)?.node);
}
