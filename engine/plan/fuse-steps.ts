import type { PlannedNode } from './plan-node.ts';

/** One node of the LangGraph graph: planned nodes that it runs by a ready queue, sources first. */
export type Step = { readonly id: string; readonly nodes: PlannedNode[] };

/**
 * Fuses nodes that answer at once with the nodes they depend on, so that LangGraph schedules only
 * what takes time. A node joins the step that has all its sources when it answers at once, or when
 * it is the step's first slow node and every edge that leaves the step leads to it. So a step has
 * at most one slow node, and delays no node that does not depend on it.
 */
export function fuseSteps(order: readonly PlannedNode[]): Step[] {
  const stepOf = new Map<string, Step>();
  const steps: Step[] = [];
  for (const node of order) {
    const [only, ...others] = new Set(node.incoming.map((edge) => stepOf.get(edge.source)));
    const canJoin =
      only !== undefined &&
      others.length === 0 &&
      (answersAtOnce(node) || (only.nodes.every(answersAtOnce) && leadsOnlyTo(node, only)));
    const step = canJoin ? only : { id: node.id, nodes: [] };
    if (!canJoin) steps.push(step);
    step.nodes.push(node);
    stepOf.set(node.id, step);
  }
  return steps;
}

/** A retry waits, and what waits must not hold up its neighbours. */
export function answersAtOnce(node: PlannedNode): boolean {
  return node.effects === 'none' && node.options.retry === undefined && node.options.timeoutMs === undefined;
}

function leadsOnlyTo(node: PlannedNode, step: Step): boolean {
  const inside = new Set(step.nodes.map((member) => member.id));
  return step.nodes.every((member) => member.outgoing.every((edge) => edge.target === node.id || inside.has(edge.target)));
}
