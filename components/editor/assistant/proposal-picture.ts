import { acceptChanges, type Proposal } from '#lib/assistant/accept-changes.ts';
import { edgeKey } from '#lib/assistant/apply-edits.ts';
import { listChanges } from '#lib/assistant/list-changes.ts';
import type { NodeId, Workflow, WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';

export type ProposalMark = 'added' | 'changed' | 'removed';
export type ProposalPicture = {
  /** What there is now and what would be there, at once. */
  readonly document: Workflow;
  readonly nodeMarks: ReadonlyMap<NodeId, ProposalMark>;
  /** By edge id. */
  readonly edgeMarks: ReadonlyMap<string, { readonly kind: 'added' | 'removed'; readonly changeId: string }>;
};

/** A proposal drawn over the current workflow: removed nodes and edges stay, marked as such. */
export function proposalPicture(current: Workflow, proposal: Proposal): ProposalPicture {
  const changes = listChanges(proposal.base, proposal.proposed);
  const after = acceptChanges(current, proposal);
  const present = new Set(after.nodes.map(({ id }) => id));
  const removed = current.nodes.filter(({ id }) => !present.has(id));
  const nodes = [...after.nodes, ...removed.map((node) => nextToOthers(node, after.nodes))];
  const known = new Set(after.edges.map(edgeKey));
  const ids = new Set(after.edges.map(({ id }) => id));
  const gone = current.edges
    .filter((edge) => !known.has(edgeKey(edge)))
    .map((edge): WorkflowEdge => (ids.has(edge.id) ? { ...edge, id: `${edge.id} removed` } : edge));
  const before = new Set(current.edges.map(edgeKey));
  const owners = new Map(
    changes.flatMap(({ changeId, addedEdges, removedEdges }) =>
      [...addedEdges, ...removedEdges].map((edge) => [edgeKey(edge), changeId] as const),
    ),
  );
  const edgeMarks = [
    ...after.edges.filter((edge) => !before.has(edgeKey(edge))).map((edge) => ({ edge, kind: 'added' as const })),
    ...gone.map((edge) => ({ edge, kind: 'removed' as const })),
  ].map(({ edge, kind }) => [edge.id, { kind, changeId: owners.get(edgeKey(edge)) ?? edge.target }] as const);
  return {
    document: { ...after, nodes, edges: [...after.edges, ...gone] },
    nodeMarks: new Map(changes.flatMap((change) => ('node' in change ? [[change.node.id, change.kind] as const] : []))),
    edgeMarks: new Map(edgeMarks),
  };
}

const NEAR_PX = { x: 240, y: 100 };
const STEP_ACROSS_PX = 260;

/** A removed node next to the node that was put where it is now. */
function nextToOthers(node: WorkflowNode, others: readonly WorkflowNode[]): WorkflowNode {
  const siblings = others.filter(({ parentId }) => parentId === node.parentId);
  const isNear = (x: number) =>
    siblings.some(({ position }) => Math.abs(position.x - x) < NEAR_PX.x && Math.abs(position.y - node.position.y) < NEAR_PX.y);
  let { x } = node.position;
  while (isNear(x)) x += STEP_ACROSS_PX;
  return x === node.position.x ? node : { ...node, position: { ...node.position, x } };
}
