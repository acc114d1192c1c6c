import { containerOf, nodeIdOf } from '../run/node-path.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';

/**
 * The `respond` node that a path names, if it answers the request of a webhook: one of the workflow itself, not of a
 * workflow that it calls.
 */
export function respondingNode({ nodes }: Pick<Workflow, 'nodes'>, path: string): WorkflowNode | undefined {
  const isOwn = path
    .split('/')
    .slice(0, -1)
    .map(containerOf)
    .every(({ id, tool }) => tool === undefined && nodes.some((node) => node.id === id && node.type !== 'workflow'));
  if (!isOwn) return undefined;
  return nodes.find(({ id, type }) => type === 'respond' && id === nodeIdOf(path));
}
