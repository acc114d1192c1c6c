import type { PlannedNode } from './plan-node.ts';

/** One node of the LangGraph graph: planned nodes that run in it by a ready queue, in an order where sources come first. */
export type Step = { readonly id: string; readonly nodes: PlannedNode[] };

/**
 * Puts nodes that answer at once together with what they depend on, so that LangGraph schedules only what takes time. A node joins the step
 * of its sources when all of them are in that one step, and
 * - it answers at once itself; or
 * - it is the first node of the step that takes time, and everything that leaves the step leads to it.
 *
 * So a step holds one slow node at most, no step waits for more than its first node waits for, and nothing outside a step waits for a slow
 * node it does not depend on.
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
