import type { Workflow } from '#lib/workflow/workflow.ts';

/**
 * Ids of the nodes of the root that a run needs which goes up to some nodes: those, and all that comes before them. What lies in a container stands for the
 * container. Undefined when the whole workflow runs.
 */
export function neededNodes({ nodes, edges }: Workflow, until: readonly string[] | undefined): ReadonlySet<string> | undefined {
  if (until === undefined) return undefined;
  const parentOf = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const sourcesOf = Map.groupBy(edges, ({ target }) => target);
  const needed = new Set(until.map((id) => rootOf(id, parentOf)));
  // The set grows while it is walked.
  for (const id of needed) for (const { source } of sourcesOf.get(id) ?? []) needed.add(source);
  return needed;
}

function rootOf(id: string, parentOf: ReadonlyMap<string, string | undefined>): string {
  let root = id;
  for (let parent = parentOf.get(root); parent !== undefined; parent = parentOf.get(root)) root = parent;
  return root;
}
