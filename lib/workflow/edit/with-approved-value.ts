import type { NodeRegistry } from '../../node-kit/define-node.ts';
import { definitionOf, ERROR_PORT } from '../node-ports.ts';
import type { Workflow } from '../workflow.ts';
import type { Connection } from './connect-ports.ts';

/**
 * A new approval decides on the main value of the node before it: the answer of a model, and not its conversation
 * too. One that has a value, or another edge, keeps what it has.
 */
export function withApprovedValue(
  workflow: Workflow,
  { source, sourceHandle, target }: Connection,
  registry: NodeRegistry,
): Workflow {
  const node = workflow.nodes.find(({ id }) => id === target);
  const before = workflow.nodes.find(({ id }) => id === source);
  const field = before?.type === 'wait' ? undefined : definitionOf(before, registry)?.mainField;
  const isFirst = workflow.edges.filter((edge) => edge.target === target).length === 1;
  if (node?.type !== 'approval' || node.config.value !== undefined || !isFirst) return workflow;
  if (field === undefined || sourceHandle === ERROR_PORT) return workflow;
  const filled = { ...node, config: { ...node.config, value: `{{${source}.${field}}}` } };
  return { ...workflow, nodes: workflow.nodes.map((one) => (one === node ? filled : one)) };
}
