import type { AnyNodeDefinition, NodeRegistry } from '../../node-kit/define-node.ts';
import type { NodeId, Workflow } from '../workflow.ts';
import { addNode } from './add-node.ts';
import { connectPorts } from './connect-ports.ts';
import type { Position } from './move-nodes.ts';
import { openOutputs } from './open-end.ts';

type AppendOptions = {
  readonly registry: NodeRegistry;
  readonly definition: AnyNodeDefinition;
  readonly position: Position;
};

/**
 * Adds a node that continues the unfinished branches: an `end` all of them, another node the only
 * one. With several it stays unconnected, since the node would wait for them or be run by any.
 */
export function appendToBranches(
  workflow: Workflow,
  { registry, definition, position }: AppendOptions,
): { readonly workflow: Workflow; readonly nodeId: NodeId } {
  const open = openOutputs(workflow, registry);
  const { workflow: added, nodeId } = addNode(workflow, definition, position);
  const [targetHandle] = definition.inputs;
  if (targetHandle === undefined || (open.length > 1 && definition.id !== 'end')) return { workflow: added, nodeId };
  const connected = open.reduce((current, { nodeId: source, port }) => {
    const edge = { source, sourceHandle: port, target: nodeId, targetHandle };
    const result = connectPorts(current, registry, edge);
    return result.ok ? result.workflow : current;
  }, added);
  return { workflow: connected, nodeId };
}
