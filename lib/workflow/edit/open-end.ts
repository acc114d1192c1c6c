import type { NodeRegistry } from '../../node-kit/define-node.ts';
import { definitionOf, endsRun, portsOf } from '../node-ports.ts';
import type { NodeId, Workflow, WorkflowNode } from '../workflow.ts';

/** An output that no edge leaves. */
export type OpenOutput = { readonly nodeId: NodeId; readonly port: string };

/**
 * The only node that a path from `start` reaches and that has an unconnected output, outside of
 * containers; undefined if there is none or several.
 */
export function openEnd(workflow: Workflow, registry: NodeRegistry): WorkflowNode | undefined {
  const open = new Set(openOutputs(workflow, registry).map(({ nodeId }) => nodeId));
  return open.size === 1 ? workflow.nodes.find(({ id }) => open.has(id)) : undefined;
}

/** The unconnected outputs of nodes that a path from `start` reaches, outside of containers. */
export function openOutputs({ nodes, edges }: Workflow, registry: NodeRegistry): readonly OpenOutput[] {
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const reached = new Set(nodes.filter(({ type }) => type === 'start').map(({ id }) => id));
  // The set grows during iteration.
  for (const id of reached) for (const { target } of outgoing.get(id) ?? []) reached.add(target);
  return nodes.flatMap((node) => {
    const definition = definitionOf(node, registry);
    if (!definition || node.parentId !== undefined || !reached.has(node.id) || endsRun(node)) return [];
    const used = new Set(outgoing.get(node.id)?.map(({ sourceHandle }) => sourceHandle));
    const ports = Object.keys(portsOf(definition, node.config) ?? {});
    return ports.filter((port) => !used.has(port)).map((port) => ({ nodeId: node.id, port }));
  });
}
