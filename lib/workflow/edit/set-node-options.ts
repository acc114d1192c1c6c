import type { NodeOptions } from '../node-options.ts';
import type { NodeId, Workflow } from '../workflow.ts';
import { changeNode } from './change-node.ts';

/** Replaces the options of a node. A node without options has no `options` field. */
export function setNodeOptions(workflow: Workflow, nodeId: NodeId, options: NodeOptions | undefined): Workflow {
  return changeNode(workflow, nodeId, (node) => {
    if (node.options === options) return node;
    const { options: _, ...rest } = node;
    return options === undefined || Object.keys(options).length === 0 ? rest : { ...rest, options };
  });
}
