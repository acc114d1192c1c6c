import type { NodeRegistry } from '../../node-kit/define-node.ts';
import { definitionOf, endsRun } from '../node-ports.ts';
import type { NodeId, Workflow } from '../workflow.ts';
import { nextOutput } from './append-node.ts';
import { type Connected, connectPorts, type Refusal } from './connect-ports.ts';

/** Inserts an existing node into an edge, or returns why it is impossible. */
export function insertOnEdge(
  workflow: Workflow,
  registry: NodeRegistry,
  { edgeId, nodeId }: { edgeId: string; nodeId: NodeId },
): { readonly ok: true; readonly workflow: Workflow } | { readonly ok: false; readonly refusal: Refusal } {
  const edge = workflow.edges.find(({ id }) => id === edgeId);
  const node = workflow.nodes.find(({ id }) => id === nodeId);
  if (!edge || !node) return { ok: false, refusal: 'unknown-node' };
  if (edge.source === nodeId || edge.target === nodeId) return { ok: false, refusal: 'own-node' };
  const targetHandle = definitionOf(node, registry)?.inputs[0];
  const sourceHandle = nextOutput(workflow, node, registry);
  if (targetHandle === undefined) return { ok: false, refusal: 'no-input' };
  if (sourceHandle === undefined) return { ok: false, refusal: endsRun(node) ? 'no-output' : 'unknown-output' };
  const without = { ...workflow, edges: workflow.edges.filter(({ id }) => id !== edgeId) };
  const into = unlessThere(without, registry, { ...edge, target: nodeId, targetHandle });
  if (!into.ok) return into;
  return unlessThere(into.workflow, registry, { ...edge, source: nodeId, sourceHandle });
}

/** An existing connection counts as success. */
function unlessThere(
  workflow: Workflow,
  registry: NodeRegistry,
  connection: Parameters<typeof connectPorts>[2],
): Connected | { readonly ok: true; readonly workflow: Workflow } {
  const connected = connectPorts(workflow, registry, connection);
  return !connected.ok && connected.refusal === 'duplicate' ? { ok: true, workflow } : connected;
}
