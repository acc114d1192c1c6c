import type { AnyNodeDefinition, NodeRegistry } from '../../node-kit/define-node.ts';
import { messageInputs } from '../message-inputs.ts';
import { definitionOf, endsRun, portsOf } from '../node-ports.ts';
import { startInputsSchema } from '../start-inputs.ts';
import type { NodeId, Workflow, WorkflowNode } from '../workflow.ts';
import { addNode } from './add-node.ts';
import { connectPorts } from './connect-ports.ts';
import type { Position } from './move-nodes.ts';
import { setNodeConfig } from './set-node-config.ts';

type AppendOptions = {
  readonly registry: NodeRegistry;
  readonly definition: AnyNodeDefinition;
  readonly position: Position;
  /** Node and port to connect from. @defaultValue the first unconnected port, else the first */
  readonly after: { readonly nodeId: NodeId; readonly port?: string };
};

/**
 * Adds a node after another one, in the same container. Without a possible connection, such as
 * after `end`, they stay unconnected.
 */
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
  return connected.ok ? { ...added, workflow: readMessage(connected.workflow, added.nodeId, { definition, source }) } : added;
}

type Reader = { readonly definition: AnyNodeDefinition; readonly source: WorkflowNode };

/** A node after `start` that works on a text begins with that of the run. */
function readMessage(workflow: Workflow, nodeId: NodeId, { definition: { inputField }, source }: Reader): Workflow {
  const node = workflow.nodes.find(({ id }) => id === nodeId);
  if (!node || inputField === undefined || node.config[inputField] || source.type !== 'start') return workflow;
  const { message } = messageInputs(startInputsSchema.safeParse(source.config.inputs ?? []).data ?? []);
  if (!message) return workflow;
  return setNodeConfig(workflow, nodeId, { ...node.config, [inputField]: `{{${source.id}.${message.name}}}` });
}

/**
 * The port to connect from: the first without an edge, else the first; undefined for a node that
 * ends a run.
 */
export function nextOutput(workflow: Workflow, node: WorkflowNode, registry: NodeRegistry): string | undefined {
  const definition = definitionOf(node, registry);
  if (!definition || endsRun(node)) return undefined;
  const used = new Set(workflow.edges.filter(({ source }) => source === node.id).map(({ sourceHandle }) => sourceHandle));
  const outputs = Object.keys(portsOf(definition, node.config) ?? {});
  return outputs.find((port) => !used.has(port)) ?? outputs[0];
}
