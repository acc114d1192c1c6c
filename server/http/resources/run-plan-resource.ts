import type { RunPlanResource } from '#lib/api/forks.contract.ts';
import type { RunOutline } from '#lib/ports/run-service.ts';

/** The API resource of a plan, with the age of each reused result. */
export function toRunPlan({ nodes, effects, ...plan }: RunOutline, nowMs: number): RunPlanResource {
  return {
    ...plan,
    nodes: nodes.map(({ from, ...node }) => ({
      ...node,
      ...(node.passes && { iterations: node.passes }),
      ...(from && { from: { ...from, at: new Date(from.at).toISOString(), ageMs: Math.max(0, nowMs - from.at) } }),
    })),
    effects: effects.map(({ names, ...effect }) => ({ ...effect, names: [...names] })),
  };
}
