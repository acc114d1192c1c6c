import type { AnyNodeDefinition } from '../../node-kit/define-node.ts';
import type { NodeId, Workflow } from '../workflow.ts';
import { type Position, roundPosition } from './move-nodes.ts';
import { newNodeConfig } from './new-node-config.ts';
import { newNodeId } from './new-node-id.ts';

/** Size of the frame of an empty container: a node with a margin fits in. */
export const NEW_FRAME_SIZE = { width: 320, height: 144 } as const;

/** Adds a node, in the body of a container if given, and returns its id, which derives from its type. */
export function addNode(
  workflow: Workflow,
  definition: AnyNodeDefinition,
  position: Position,
  parentId?: NodeId | undefined,
): { readonly workflow: Workflow; readonly nodeId: NodeId } {
  const nodeId = newNodeId(definition.id, new Set(workflow.nodes.map(({ id }) => id)));
  const node = {
    id: nodeId,
    type: definition.id,
    version: definition.version,
    label: '',
    config: newNodeConfig(definition),
    position: roundPosition(position),
    ...(parentId !== undefined && { parentId }),
    ...(definition.isContainer && { size: NEW_FRAME_SIZE }),
  };
  return { workflow: { ...workflow, nodes: [...workflow.nodes, node] }, nodeId };
}
