import type { Workflow } from './workflow.ts';

/** How many nodes another document has more, less and otherwise. Where a node stands counts for nothing. */
export type WorkflowDifference = { readonly added: number; readonly removed: number; readonly changed: number };

/** What is different in `theirs`, seen from `mine`. */
export function compareWorkflows(mine: Workflow, theirs: Workflow): WorkflowDifference {
  const before = contentsOf(mine);
  const after = contentsOf(theirs);
  const both = [...before.keys()].filter((id) => after.has(id));
  return {
    added: after.size - both.length,
    removed: before.size - both.length,
    changed: both.filter((id) => before.get(id) !== after.get(id)).length,
  };
}

function contentsOf({ nodes, edges }: Workflow): ReadonlyMap<string, string> {
  const incoming = Map.groupBy(edges, ({ target }) => target);
  return new Map(
    nodes.map(({ position: _, ...node }) => {
      const from = (incoming.get(node.id) ?? []).map(({ source, sourceHandle }) => `${source} ${sourceHandle}`).sort();
      return [node.id, JSON.stringify([sorted(node), from])];
    }),
  );
}

/** The order of keys means nothing here. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value).sort();
  return keys.map((key) => [key, sorted((value as Readonly<Record<string, unknown>>)[key])]);
}
