import type { NodeRegistry } from '../../node-kit/define-node.ts';
import { ERROR_PORT } from '../node-ports.ts';
import type { NodeId, Workflow, WorkflowEdge } from '../workflow.ts';
import { type Connection, connectPorts } from './connect-ports.ts';
import { type Elements, removeElements, withBodies } from './remove-elements.ts';

/**
 * As `removeElements`, and what led to a removed node leads to the node behind it. A branch with
 * several ways on stays open, since only people know which one is meant.
 */
export function removeAndJoin(workflow: Workflow, elements: Elements, registry: NodeRegistry): Workflow {
  const removed = withBodies(workflow, elements.nodes);
  const edges = workflow.edges.filter(({ id, sourceHandle }) => !elements.edges.has(id) && sourceHandle !== ERROR_PORT);
  return partsOf(removed, edges)
    .flatMap((part) => joinsAround(part, edges))
    .reduce(
      (now, connection) => {
        const connected = connectPorts(now, registry, connection);
        return connected.ok ? connected.workflow : now;
      },
      removeElements(workflow, elements),
    );
}

/** Removed nodes that edges connect. */
function partsOf(removed: ReadonlySet<NodeId>, edges: readonly WorkflowEdge[]): readonly ReadonlySet<NodeId>[] {
  const inside = edges.filter(({ source, target }) => removed.has(source) && removed.has(target));
  const neighbours = Map.groupBy(
    inside.flatMap(({ source, target }) => [[source, target] as const, [target, source] as const]),
    ([id]) => id,
  );
  const seen = new Set<NodeId>();
  return [...removed].flatMap((first) => {
    if (seen.has(first)) return [];
    const part = new Set([first]);
    // The set grows during iteration.
    for (const id of part) for (const [, other] of neighbours.get(id) ?? []) part.add(other);
    for (const id of part) seen.add(id);
    return [part];
  });
}

function joinsAround(part: ReadonlySet<NodeId>, edges: readonly WorkflowEdge[]): readonly Connection[] {
  const into = edges.filter(({ source, target }) => !part.has(source) && part.has(target));
  const outOf = edges.filter(({ source, target }) => part.has(source) && !part.has(target));
  const ports = new Set(outOf.map(({ source, sourceHandle }) => `${source}\n${sourceHandle}`));
  const targets = new Set(outOf.map(({ target }) => target));
  if (ports.size > 1 && targets.size > 1) return [];
  return into.flatMap(({ source, sourceHandle }) =>
    outOf.map(({ target, targetHandle }) => ({ source, sourceHandle, target, targetHandle })),
  );
}
