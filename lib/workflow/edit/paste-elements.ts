import type { NodeRegistry } from '../../node-kit/define-node.ts';
import { renameNode } from '../rename-node.ts';
import { WORKFLOW_FORMAT, type Workflow, type WorkflowCanvas, type WorkflowNode } from '../workflow.ts';
import { changeCanvas, newCanvasId } from './change-canvas.ts';
import { newEdgeId } from './connect-ports.ts';
import { type CopiedElements, copyElements } from './copy-elements.ts';
import { declareSlot } from './declare-slot.ts';
import { type Position, roundPosition } from './move-nodes.ts';
import { newNodeId } from './new-node-id.ts';
import type { Elements } from './remove-elements.ts';

/** Node types that a workflow has at most once; further ones are skipped. */
const ONLY_ONCE = 'start';

export type Pasted = { readonly workflow: Workflow; readonly pasted: Elements };

type PasteOptions = {
  readonly registry: NodeRegistry;
  /** Distance from the original position. */
  readonly offset: Position;
};

/**
 * Inserts copied elements and returns their new ids. Ids that are taken change, also in references
 * between copied nodes.
 * @throws {AppError} `workflow-invalid` if an expression cannot be rewritten safely
 */
export function pasteElements(workflow: Workflow, copied: CopiedElements, { registry, offset }: PasteOptions): Pasted {
  const fresh = withFreshIds(workflow, withoutSecondStart(workflow, copied), registry);
  const pastedIds = new Set(fresh.nodes.map(({ id }) => id));
  const known = new Set([...workflow.nodes.map(({ id }) => id), ...pastedIds]);
  const paste = (node: WorkflowNode): WorkflowNode => {
    const { parentId, ...rest } = node;
    const position = { ...node.position, ...roundPosition({ x: node.position.x + offset.x, y: node.position.y + offset.y }) };
    return { ...rest, ...(parentId !== undefined && known.has(parentId) && { parentId }), position };
  };
  const edges = [...workflow.edges];
  for (const edge of fresh.edges) edges.push({ ...edge, id: newEdgeId({ edges }, edge) });
  const pastedEdges = new Set(edges.slice(workflow.edges.length).map(({ id }) => id));
  const settled = withSlots(workflow, copied);
  const grown = { ...settled, nodes: [...workflow.nodes, ...fresh.nodes.map(paste)], edges };
  const drawn = withDrawn(grown, fresh.canvas, offset);
  return { workflow: drawn.workflow, pasted: { nodes: pastedIds, edges: pastedEdges, notes: drawn.noteIds } };
}

/** A slot that the workflow has already stays as it is. */
function withSlots(workflow: Workflow, { credentials = {} }: CopiedElements): Workflow {
  const slots = workflow.settings.credentials ?? {};
  const added = Object.entries(credentials).filter(([slot]) => !Object.hasOwn(slots, slot));
  return added.reduce((grown, [slot, declared]) => declareSlot(grown, slot, declared), workflow);
}

function withDrawn(workflow: Workflow, copied: WorkflowCanvas | undefined, offset: Position) {
  const notes = [...(workflow.canvas?.notes ?? [])];
  const groups = [...(workflow.canvas?.groups ?? [])];
  const noteIds = new Set<string>();
  for (const note of copied?.notes ?? []) {
    const id = newCanvasId('note', notes);
    const position = roundPosition({ x: note.position.x + offset.x, y: note.position.y + offset.y });
    notes.push({ ...note, id, position: { ...note.position, ...position } });
    noteIds.add(id);
  }
  for (const group of copied?.groups ?? []) groups.push({ ...group, id: newCanvasId('group', groups) });
  return { workflow: copied ? changeCanvas(workflow, { notes, groups }) : workflow, noteIds };
}

/** Duplicates these nodes and the edges between them. Returns the same workflow if none can be duplicated. */
export function duplicateElements(
  workflow: Workflow,
  elements: Pick<Elements, 'nodes' | 'notes'>,
  options: PasteOptions,
): Pasted {
  const copied = copyElements(workflow, elements);
  const pasted = copied && pasteElements(workflow, copied, options);
  const count = pasted ? pasted.pasted.nodes.size + (pasted.pasted.notes?.size ?? 0) : 0;
  return pasted && count > 0 ? pasted : { workflow, pasted: { nodes: new Set(), edges: new Set() } };
}

function withoutSecondStart(workflow: Workflow, copied: CopiedElements): CopiedElements {
  if (!workflow.nodes.some(({ type }) => type === ONLY_ONCE)) return copied;
  const nodes = copied.nodes.filter(({ type }) => type !== ONLY_ONCE);
  const kept = new Set(nodes.map(({ id }) => id));
  const groups = copied.canvas?.groups?.map((group) => ({ ...group, nodeIds: group.nodeIds.filter((id) => kept.has(id)) }));
  const edges = copied.edges.filter(({ source, target }) => kept.has(source) && kept.has(target));
  return { ...copied, nodes, edges, ...(groups && { canvas: { ...copied.canvas, groups } }) };
}

function withFreshIds(workflow: Workflow, { nodes, edges, canvas }: CopiedElements, registry: NodeRegistry): Workflow {
  const here = new Set(workflow.nodes.map(({ id }) => id));
  // Renaming one by one must not collide with an id that another copied node still has.
  const taken = new Set([...here, ...nodes.map(({ id }) => id)]);
  let fresh: Workflow = { format: WORKFLOW_FORMAT, name: 'copied', description: '', settings: {}, nodes, edges, canvas };
  for (const { id } of nodes) {
    if (!here.has(id)) continue;
    const to = newNodeId(id, taken);
    taken.add(to);
    fresh = renameNode(fresh, registry, { from: id, to });
  }
  return fresh;
}
