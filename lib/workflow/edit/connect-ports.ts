import type { NodeRegistry } from '../../node-kit/define-node.ts';
import { definitionOf, ERROR_PORT, endsRun, portsOf } from '../node-ports.ts';
import type { NodeId, Workflow, WorkflowEdge, WorkflowNode } from '../workflow.ts';
import { withApprovedValue } from './with-approved-value.ts';

/** The two ends of an edge. */
export type Connection = Pick<WorkflowEdge, 'source' | 'sourceHandle' | 'target' | 'targetHandle'>;

/**
 * Why two ports cannot be connected. `unknown-…`: an end is missing; `no-input`: the node starts the
 * workflow; `no-output`: it ends the workflow; `across-scopes`: they are not in the same container; `cycle`:
 * they would wait for each other.
 */
export type Refusal =
  | 'unknown-node'
  | 'unknown-output'
  | 'unknown-input'
  | 'no-input'
  | 'no-output'
  | 'own-node'
  | 'across-scopes'
  | 'duplicate'
  | 'cycle';

export type Connected =
  | { readonly ok: true; readonly workflow: Workflow; readonly edgeId: string }
  | { readonly ok: false; readonly refusal: Refusal };

/** Adds an edge, or returns why it is impossible. Ports of unknown node types are not checked. */
export function connectPorts(workflow: Workflow, registry: NodeRegistry, connection: Connection): Connected {
  const refusal = refuse(workflow, registry, connection);
  if (refusal) return { ok: false, refusal };
  const { source, sourceHandle, target, targetHandle } = connection;
  const edgeId = newEdgeId(workflow, connection);
  const edge = { id: edgeId, source, sourceHandle, target, targetHandle };
  const connected = { ...workflow, edges: [...workflow.edges, edge] };
  return { ok: true, workflow: withApprovedValue(connected, connection, registry), edgeId };
}

function refuse(workflow: Workflow, registry: NodeRegistry, connection: Connection): Refusal | undefined {
  const source = workflow.nodes.find(({ id }) => id === connection.source);
  const target = workflow.nodes.find(({ id }) => id === connection.target);
  if (!source || !target) return 'unknown-node';
  if (source === target) return 'own-node';
  const ends = refuseOutput(source, registry, connection) ?? refuseInput(target, registry, connection);
  if (ends) return ends;
  if (source.parentId !== target.parentId) return 'across-scopes';
  if (workflow.edges.some((edge) => isSamePorts(edge, connection))) return 'duplicate';
  return leadsTo(workflow, target.id, source.id) ? 'cycle' : undefined;
}

function refuseOutput(node: WorkflowNode, registry: NodeRegistry, { sourceHandle }: Connection): Refusal | undefined {
  if (endsRun(node)) return 'no-output';
  const definition = definitionOf(node, registry);
  const ports = definition && portsOf(definition, node.config);
  return !ports || sourceHandle === ERROR_PORT || Object.hasOwn(ports, sourceHandle) ? undefined : 'unknown-output';
}

function refuseInput(node: WorkflowNode, registry: NodeRegistry, { targetHandle }: Connection): Refusal | undefined {
  const inputs = definitionOf(node, registry)?.inputs;
  if (!inputs || inputs.includes(targetHandle)) return undefined;
  return inputs.length === 0 ? 'no-input' : 'unknown-input';
}

function isSamePorts(a: Connection, b: Connection): boolean {
  return a.source === b.source && a.sourceHandle === b.sourceHandle && a.target === b.target && a.targetHandle === b.targetHandle;
}

function leadsTo({ edges }: Workflow, from: NodeId, to: NodeId): boolean {
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const seen = new Set([from]);
  // The iterator of a set also gives what the loop adds.
  for (const id of seen) for (const { target } of outgoing.get(id) ?? []) seen.add(target);
  return seen.has(to);
}

/** `start-answer`, with the port if it is significant: `is_urgent-true-reply`. */
export function newEdgeId({ edges }: Pick<Workflow, 'edges'>, { source, sourceHandle, target }: Connection): string {
  const taken = new Set(edges.map(({ id }) => id));
  const base = sourceHandle === 'out' ? `${source}-${target}` : `${source}-${sourceHandle}-${target}`;
  let edgeId = base;
  for (let number = 2; taken.has(edgeId); number++) edgeId = `${base}-${number}`;
  return edgeId;
}
