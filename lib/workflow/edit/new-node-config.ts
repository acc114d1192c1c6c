import type { AnyNodeDefinition } from '../../node-kit/define-node.ts';
import type { WorkflowNode } from '../workflow.ts';

/**
 * The config of a new node, without values of examples: fields with a default are omitted, required
 * fields are left to fill in. It has only the structure that the form and the ports need.
 */
export function newNodeConfig({ initialConfig = {} }: Pick<AnyNodeDefinition, 'initialConfig'>): WorkflowNode['config'] {
  return structuredClone(initialConfig) as WorkflowNode['config'];
}
