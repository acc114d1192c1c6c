import type { NodeId, Workflow, WorkflowEdge, WorkflowNode } from '../workflow/workflow.ts';
import { edgeKey } from './apply-edits.ts';
import { listChanges, type ProposedChange } from './list-changes.ts';

/** A proposed workflow, and the one that it was made for. */
export type Proposal = { readonly base: Workflow; readonly proposed: Workflow };

/**
 * The workflow with the accepted changes of a proposal, and with all that a person changed since the
 * proposal was made: of a node that both changed, the accepted version counts. With no change it is
 * `current` itself.
 */
export function acceptChanges(
  current: Workflow,
  { base, proposed }: Proposal,
  isAccepted: (changeId: string) => boolean = () => true,
): Workflow {
  const changes = listChanges(base, proposed).filter(({ changeId }) => isAccepted(changeId));
  if (changes.length === 0) return current;
  const nodes = acceptNodes(current.nodes, changes);
  const edges = acceptEdges(current.edges, { changes, nodes });
  const isSettings = changes.some(({ kind }) => kind === 'settings');
  const { nodes: _, edges: __, canvas: ___, ...settings } = proposed;
  return { ...current, ...(isSettings && settings), nodes, edges };
}

function acceptNodes(current: readonly WorkflowNode[], changes: readonly ProposedChange[]): WorkflowNode[] {
  const nodes = new Map(current.map((node) => [node.id, node]));
  for (const change of changes) {
    if (change.kind === 'removed') nodes.delete(change.node.id);
    if (change.kind === 'added') nodes.set(change.node.id, change.node);
    // One that was deleted meanwhile stays deleted.
    const known = change.kind === 'changed' ? nodes.get(change.node.id) : undefined;
    if (change.kind === 'changed' && known) nodes.set(known.id, { ...change.node, position: known.position });
  }
  return withoutOrphans([...nodes.values()]);
}

/** Without bodies whose container was removed or not accepted. */
function withoutOrphans(nodes: readonly WorkflowNode[]): WorkflowNode[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const kept = nodes.filter(({ parentId }) => parentId === undefined || ids.has(parentId));
  return kept.length === nodes.length ? kept : withoutOrphans(kept);
}

type EdgeChanges = { readonly changes: readonly ProposedChange[]; readonly nodes: readonly WorkflowNode[] };

function acceptEdges(current: readonly WorkflowEdge[], { changes, nodes }: EdgeChanges): WorkflowEdge[] {
  const present = new Set<NodeId>(nodes.map(({ id }) => id));
  const removed = new Set(changes.flatMap(({ removedEdges }) => removedEdges).map(edgeKey));
  const kept = current.filter((edge) => !removed.has(edgeKey(edge)));
  const known = new Set(kept.map(edgeKey));
  const ids = new Set(kept.map(({ id }) => id));
  const added = changes
    .flatMap(({ addedEdges }) => addedEdges)
    .filter((edge) => !known.has(edgeKey(edge)))
    .map((edge) => (ids.has(edge.id) ? { ...edge, id: `${edge.id}-${ids.size + 1}` } : edge));
  return [...kept, ...added].filter(({ source, target }) => present.has(source) && present.has(target));
}

/** Nodes of a proposal that a person changed or deleted since it was made. */
export function nodesChangedSince(current: Workflow, { base, proposed }: Proposal): ReadonlySet<NodeId> {
  const touched = listChanges(base, proposed).flatMap((change) => ('node' in change ? [change.node.id] : []));
  const textOf = (workflow: Workflow, wanted: NodeId) => {
    const { position: _, ...node } = workflow.nodes.find(({ id }) => id === wanted) ?? { position: undefined };
    return JSON.stringify(node);
  };
  return new Set(touched.filter((id) => textOf(current, id) !== textOf(base, id)));
}
