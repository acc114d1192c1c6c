import { diffWorkflows, type FieldChange, type WorkflowDiff } from '../workflow/diff-workflows.ts';
import type { NodeId, Workflow, WorkflowEdge, WorkflowNode } from '../workflow/workflow.ts';

type Edges = { readonly addedEdges: readonly WorkflowEdge[]; readonly removedEdges: readonly WorkflowEdge[] };
type NodeChange = {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly node: WorkflowNode;
  readonly fields: readonly FieldChange[];
};

/**
 * One part of a proposal that a person accepts or rejects, with the edges that make sense only
 * together with it. `changeId` is the id of its node, `EDGES` or `SETTINGS`.
 */
export type ProposedChange = { readonly changeId: string } & Edges &
  (
    | NodeChange
    /** Edges between nodes that stay. */
    | { readonly kind: 'edges' }
    /** Name, description and settings of the workflow. */
    | { readonly kind: 'settings'; readonly fields: readonly FieldChange[] }
  );

/** No node id has a capital letter. */
export const EDGES_CHANGE = 'EDGES';
const SETTINGS_CHANGE = 'SETTINGS';

/** What a proposal changes, each edge in exactly one of the changes. */
export function listChanges(base: Workflow, proposed: Workflow): ProposedChange[] {
  const diff = diffWorkflows(base, proposed);
  const nodes: NodeChange[] = [
    ...diff.added.map((node) => ({ kind: 'added' as const, node, fields: [] })),
    ...diff.changed.map(({ after, fields }) => ({ kind: 'changed' as const, node: after, fields })),
    ...diff.removed.map((node) => ({ kind: 'removed' as const, node, fields: [] })),
  ];
  const added = Map.groupBy(diff.edges.added, (edge) => ownerOfAdded(edge, diff));
  const removed = Map.groupBy(diff.edges.removed, (edge) => ownerOfRemoved(edge, diff));
  const edgesOf = (changeId: string): Edges => ({
    addedEdges: added.get(changeId) ?? [],
    removedEdges: removed.get(changeId) ?? [],
  });
  const changes: ProposedChange[] = nodes.map((change) => ({ ...change, changeId: change.node.id, ...edgesOf(change.node.id) }));
  if (added.has(EDGES_CHANGE) || removed.has(EDGES_CHANGE))
    changes.push({ kind: 'edges', changeId: EDGES_CHANGE, ...edgesOf(EDGES_CHANGE) });
  if (diff.settings.length > 0)
    changes.push({ kind: 'settings', changeId: SETTINGS_CHANGE, fields: diff.settings, ...edgesOf(SETTINGS_CHANGE) });
  return changes;
}

function ownerOfAdded({ source, target }: WorkflowEdge, diff: WorkflowDiff): string {
  const ends = [target, source];
  const added = ends.find((id) => has(diff.added, id));
  if (added !== undefined) return added;
  // It closes the gap that a removed node leaves.
  const gap = diff.removed.find(
    ({ id }) =>
      diff.edges.removed.some((edge) => edge.source === source && edge.target === id) &&
      diff.edges.removed.some((edge) => edge.source === id && edge.target === target),
  );
  return gap?.id ?? changedEnd(ends, diff);
}

function ownerOfRemoved({ source, target }: WorkflowEdge, diff: WorkflowDiff): string {
  const ends = [target, source];
  const removed = ends.find((id) => has(diff.removed, id));
  if (removed !== undefined) return removed;
  // A new node was put into it.
  const between = diff.edges.added.find(
    (edge) =>
      (edge.source === source && has(diff.added, edge.target)) || (edge.target === target && has(diff.added, edge.source)),
  );
  if (between) return has(diff.added, between.target) ? between.target : between.source;
  return changedEnd(ends, diff);
}

function changedEnd(ends: readonly NodeId[], { changed }: WorkflowDiff): string {
  return ends.find((id) => changed.some(({ nodeId }) => nodeId === id)) ?? EDGES_CHANGE;
}

function has(nodes: readonly WorkflowNode[], wanted: NodeId): boolean {
  return nodes.some(({ id }) => id === wanted);
}
