import type { NodeAction } from '#lib/run/run-plan.ts';

/** In order of importance for the user. */
export const plannedActions = ['runs', 'given', 'skipped', 'reused', 'not_run'] as const satisfies readonly NodeAction[];

/** With how many nodes a plan does what. */
export function countActions(nodes: readonly { readonly action: NodeAction }[]): Readonly<Record<NodeAction, number>> {
  const counts = { runs: 0, given: 0, skipped: 0, reused: 0, not_run: 0 };
  for (const { action } of nodes) counts[action] += 1;
  return counts;
}
