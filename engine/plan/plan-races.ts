import { joinModeOf } from '#lib/workflow/join-mode.ts';
import type { WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';

/**
 * For each node the joins `first` that stop it when they continue without it: those that every path
 * from it leads to, nearest first. All paths pass them in the same order, so races are nested.
 * @param order sources first
 */
export function planRaces(
  order: readonly WorkflowNode[],
  bySource: ReadonlyMap<string, readonly WorkflowEdge[]>,
): ReadonlyMap<string, readonly string[]> {
  const racesOf = new Map<string, readonly string[]>();
  const firstJoins = new Set(order.filter((node) => joinModeOf(node) === 'first').map(({ id }) => id));
  if (firstJoins.size === 0) return racesOf;
  const ahead = (id: string) => (firstJoins.has(id) ? [id, ...(racesOf.get(id) ?? [])] : (racesOf.get(id) ?? []));
  for (const { id } of order.toReversed()) {
    const [nearest = [], ...others] = new Set(bySource.get(id)?.map(({ target }) => target)).values().map(ahead).toArray();
    racesOf.set(
      id,
      nearest.filter((join) => others.every((joins) => joins.includes(join))),
    );
  }
  return racesOf;
}
