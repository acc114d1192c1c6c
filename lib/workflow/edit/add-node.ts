import type { AnyNodeDefinition } from '../../node-kit/define-node.ts';
import type { NodeId, Workflow } from '../workflow.ts';
import { type Position, roundPosition } from './move-nodes.ts';
import { newNodeConfig } from './new-node-config.ts';
import { newNodeId } from './new-node-id.ts';

/** The workflow with one more node, and that node's id, which is named after its type. */
export function addNode(
  workflow: Workflow,
  definition: AnyNodeDefinition,
  position: Position,
): { readonly workflow: Workflow; readonly nodeId: NodeId } {
  const nodeId = newNodeId(definition.id, new Set(workflow.nodes.map(({ id }) => id)));
  const node = {
    id: nodeId,
    type: definition.id,
    version: definition.version,
    label: '',
    config: newNodeConfig(definition),
    position: roundPosition(position),
  };
  return { workflow: { ...workflow, nodes: [...workflow.nodes, node] }, nodeId };
}
