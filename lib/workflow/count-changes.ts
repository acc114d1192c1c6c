import type { WorkflowDiff } from './diff-workflows.ts';

/** Nodes, settings and edges that differ. Edges of added and removed nodes are not counted. */
export function countChanges({ added, removed, changed, edges, settings }: WorkflowDiff): number {
  const others = new Set([...added, ...removed].map(({ id }) => id));
  const own = [...edges.added, ...edges.removed].filter(({ source, target }) => !others.has(source) && !others.has(target));
  return added.length + removed.length + changed.length + settings.length + own.length;
}
