import type { Workflow } from '#lib/workflow/workflow.ts';

/**
 * Ids of the root nodes that a run up to `until` needs: those nodes and all their ancestors. A node
 * inside a container counts as the container. Undefined when the whole workflow runs.
 */
export function neededNodes({ nodes, edges }: Workflow, until: readonly string[] | undefined): ReadonlySet<string> | undefined {
  if (until === undefined) return undefined;
  const parentOf = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const sourcesOf = Map.groupBy(edges, ({ target }) => target);
  const needed = new Set(until.map((id) => rootOf(id, parentOf)));
  // The set grows during the iteration.
  for (const id of needed) for (const { source } of sourcesOf.get(id) ?? []) needed.add(source);
  return needed;
}

function rootOf(id: string, parentOf: ReadonlyMap<string, string | undefined>): string {
  let root = id;
  for (let parent = parentOf.get(root); parent !== undefined; parent = parentOf.get(root)) root = parent;
  return root;
}
