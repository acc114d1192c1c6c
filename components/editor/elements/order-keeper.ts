import { flowOrder } from '#lib/workflow/flow-order.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

type Graph = Pick<Workflow, 'nodes' | 'edges'>;

/**
 * Nodes in execution order, recomputed only when it may have changed: typing does not change it, and sorting a large
 * workflow takes longer than a keystroke may.
 */
export function orderKeeper(): (graph: Graph) => readonly WorkflowNode[] {
  let known: { readonly graph: Graph; readonly indexes: readonly number[] } | undefined;
  return (graph) => {
    if (known && hasSameOrder(known.graph, graph)) {
      known = { graph, indexes: known.indexes };
      return known.indexes.flatMap((index) => graph.nodes[index] ?? []);
    }
    const ordered = flowOrder(graph);
    const indexOf = new Map(graph.nodes.map((node, index) => [node, index]));
    known = { graph, indexes: ordered.map((node) => indexOf.get(node) ?? 0) };
    return ordered;
  };
}

/** Everything the order depends on: edges, parents and positions. */
function hasSameOrder(before: Graph, now: Graph): boolean {
  if (before.edges !== now.edges || before.nodes.length !== now.nodes.length) return false;
  return now.nodes.every((node, index) => {
    const known = before.nodes[index];
    return (
      known === node ||
      (known?.id === node.id && known.parentId === node.parentId && isSamePosition(known.position, node.position))
    );
  });
}

function isSamePosition(a: WorkflowNode['position'], b: WorkflowNode['position']): boolean {
  return a.x === b.x && a.y === b.y;
}
