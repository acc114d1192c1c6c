import type { AnyNodeDefinition, NodeRegistry } from '../../node-kit/define-node.ts';
import { definitionOf, portsOf } from '../node-ports.ts';
import type { NodeId, Workflow, WorkflowNode } from '../workflow.ts';
import { addNode } from './add-node.ts';
import { connectPorts } from './connect-ports.ts';
import type { Position } from './move-nodes.ts';

type AppendOptions = {
  readonly registry: NodeRegistry;
  readonly definition: AnyNodeDefinition;
  readonly position: Position;
  /** The node to come after, and at which of its ports. @defaultValue the first that leads nowhere yet, else the first */
  readonly after: { readonly nodeId: NodeId; readonly port?: string };
};

/** The workflow with a new node that comes after another, in the container that this one lies in. They stay apart where nothing can be connected, as after an end. */
export function appendNode(
  workflow: Workflow,
  { registry, definition, position, after }: AppendOptions,
): { readonly workflow: Workflow; readonly nodeId: NodeId } {
  const source = workflow.nodes.find(({ id }) => id === after.nodeId);
  const added = addNode(workflow, definition, position, source?.parentId);
  const sourceHandle = after.port ?? (source && nextOutput(workflow, source, registry));
  const [targetHandle] = definition.inputs;
  if (!source || sourceHandle === undefined || targetHandle === undefined) return added;
  const edge = { source: source.id, sourceHandle, target: added.nodeId, targetHandle };
  const connected = connectPorts(added.workflow, registry, edge);
  return connected.ok ? { ...added, workflow: connected.workflow } : added;
}

/** The output to go on at: the first without an edge, else the first; none of a node that ends a run. */
export function nextOutput(workflow: Workflow, node: WorkflowNode, registry: NodeRegistry): string | undefined {
  const definition = definitionOf(node, registry);
  if (!definition || node.type === 'end') return undefined;
  const used = new Set(workflow.edges.filter(({ source }) => source === node.id).map(({ sourceHandle }) => sourceHandle));
  const outputs = Object.keys(portsOf(definition, node.config) ?? {});
  return outputs.find((port) => !used.has(port)) ?? outputs[0];
}
