import type { PlannedNode } from './plan-node.ts';

/** One node of the LangGraph graph: planned nodes that run in it by a ready queue, in an order where sources come first. */
export type Step = { readonly id: string; readonly nodes: PlannedNode[] };

/**
 * Puts effect-free nodes that depend on nothing else than each other into one step. A node joins the step of its sources only when all of
 * them are in that step, so no step ever waits for more than its first node waits for.
 */
export function fuseSteps(order: readonly PlannedNode[]): Step[] {
  const stepOf = new Map<string, Step>();
  const steps: Step[] = [];
  for (const node of order) {
    const sources = new Set(node.incoming.map((edge) => stepOf.get(edge.source)));
    const [only] = sources;
    const canJoin = sources.size === 1 && only !== undefined && canFuse(node) && only.nodes.every(canFuse);
    const step = canJoin ? only : { id: node.id, nodes: [] };
    if (!canJoin) steps.push(step);
    step.nodes.push(node);
    stepOf.set(node.id, step);
  }
  return steps;
}

/** A retry waits, and what waits must not hold up its neighbours. */
function canFuse(node: PlannedNode): boolean {
  return node.effects === 'none' && node.options.retry === undefined && node.options.timeoutMs === undefined;
}
