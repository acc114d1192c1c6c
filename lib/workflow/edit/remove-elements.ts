import type { NodeId, Workflow } from '../workflow.ts';
import { changeCanvas } from './change-canvas.ts';
import { ungroupNodes } from './group-nodes.ts';

/** Ids of nodes, edges and notes. */
export type Elements = {
  readonly nodes: ReadonlySet<NodeId>;
  readonly edges: ReadonlySet<string>;
  readonly notes?: ReadonlySet<string>;
};

/** Removes these nodes with their bodies and all of their edges, these edges and these notes. */
export function removeElements(workflow: Workflow, elements: Elements): Workflow {
  const removed = withBodies(workflow, elements.nodes);
  const nodes = workflow.nodes.filter(({ id }) => !removed.has(id));
  const edges = workflow.edges.filter(
    ({ id, source, target }) => !elements.edges.has(id) && !removed.has(source) && !removed.has(target),
  );
  const isSame = nodes.length === workflow.nodes.length && edges.length === workflow.edges.length;
  return withoutNotes(isSame ? workflow : { ...ungroupNodes(workflow, removed), nodes, edges }, elements.notes);
}

function withoutNotes(workflow: Workflow, noteIds: ReadonlySet<string> = new Set()): Workflow {
  const notes = workflow.canvas?.notes ?? [];
  const kept = notes.filter(({ id }) => !noteIds.has(id));
  return kept.length === notes.length ? workflow : changeCanvas(workflow, { notes: kept });
}

/** These nodes, and the bodies of the containers among them. */
export function withBodies(workflow: Workflow, nodeIds: ReadonlySet<NodeId>): ReadonlySet<NodeId> {
  const all = new Set(nodeIds);
  for (let size = -1; size !== all.size; ) {
    size = all.size;
    for (const { id, parentId } of workflow.nodes) if (parentId !== undefined && all.has(parentId)) all.add(id);
  }
  return all;
}
