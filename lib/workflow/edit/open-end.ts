import type { NodeRegistry } from '../../node-kit/define-node.ts';
import { definitionOf, endsRun, portsOf } from '../node-ports.ts';
import type { Workflow, WorkflowNode } from '../workflow.ts';

/**
 * The only node that a path from `start` reaches and that has an unconnected output, outside of
 * containers; undefined if there is none or several.
 */
export function openEnd({ nodes, edges }: Workflow, registry: NodeRegistry): WorkflowNode | undefined {
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const reached = new Set(nodes.filter(({ type }) => type === 'start').map(({ id }) => id));
  // The set grows during iteration.
  for (const id of reached) for (const { target } of outgoing.get(id) ?? []) reached.add(target);
  const isOpen = (node: WorkflowNode) => {
    const definition = definitionOf(node, registry);
    const outputs = Object.keys((definition && portsOf(definition, node.config)) ?? {});
    const used = new Set(outgoing.get(node.id)?.map(({ sourceHandle }) => sourceHandle));
    return !endsRun(node) && outputs.some((port) => !used.has(port));
  };
  const open = nodes.filter((node) => node.parentId === undefined && reached.has(node.id) && isOpen(node));
  return open.length === 1 ? open[0] : undefined;
}
