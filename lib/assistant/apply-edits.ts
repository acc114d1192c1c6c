import type { NodeRegistry } from '../node-kit/define-node.ts';
import { NEW_FRAME_SIZE } from '../workflow/edit/add-node.ts';
import { newNodeConfig } from '../workflow/edit/new-node-config.ts';
import type { NodeId, Workflow, WorkflowEdge, WorkflowNode } from '../workflow/workflow.ts';
import type { DraftEdits, EditedEdge } from './draft-edits.ts';
import { placeNodes } from './place-nodes.ts';

export type AppliedEdits = {
  readonly document: Workflow;
  /** Why parts of the edits had no effect, for their author. */
  readonly refused: readonly string[];
};

/**
 * A workflow with edits: first removals, then nodes, then edges. Pure; whether the result is valid is
 * for `validateWorkflow`. A node of an unknown type is kept as it is proposed.
 */
export function applyEdits(workflow: Workflow, edits: DraftEdits, registry: NodeRegistry): AppliedEdits {
  const refused: string[] = [];
  const removed = withBodies(new Set(edits.removeNodes), workflow);
  for (const id of edits.removeNodes)
    if (!workflow.nodes.some((node) => node.id === id)) refused.push(`removeNodes: there is no node '${id}'`);
  const nodes = new Map(workflow.nodes.filter(({ id }) => !removed.has(id)).map((node) => [node.id, node]));
  const added: NodeId[] = [];
  for (const edit of edits.nodes) {
    const known = nodes.get(edit.id);
    if (!known && edit.type === undefined) {
      refused.push(`nodes: there is no node '${edit.id}'; a new one needs a type`);
      continue;
    }
    if (known && edit.parentId !== undefined && edit.parentId !== known.parentId)
      refused.push(`nodes: '${edit.id}' exists; parentId is only for new nodes`);
    if (!known) added.push(edit.id);
    nodes.set(edit.id, known ? changedNode(known, edit, registry) : newNode(edit, registry));
  }
  const edges = editedEdges(workflow.edges, { edits, nodes, refused });
  const document: Workflow = {
    ...workflow,
    ...(edits.name !== undefined && { name: edits.name }),
    ...(edits.description !== undefined && { description: edits.description }),
    settings: withFields(workflow.settings, edits.settings) as Workflow['settings'],
    nodes: [...nodes.values()],
    edges,
  };
  return { document: placeNodes(document, added), refused };
}

type EditedNode = DraftEdits['nodes'][number];

function newNode({ id, type = '', label, config, options, parentId }: EditedNode, registry: NodeRegistry): WorkflowNode {
  const definition = Object.hasOwn(registry, type) ? registry[type] : undefined;
  const given = withFields({}, options);
  return {
    id,
    type,
    version: definition?.version ?? 1,
    label: label ?? '',
    config: withFields(definition ? newNodeConfig(definition) : {}, config) as WorkflowNode['config'],
    ...(Object.keys(given).length > 0 && { options: given as WorkflowNode['options'] & object }),
    position: { x: 0, y: 0 },
    ...(parentId !== undefined && { parentId }),
    ...(definition?.isContainer && { size: NEW_FRAME_SIZE }),
  };
}

/** A node of another type keeps position, container, options and edges; its config starts from the new defaults. */
function changedNode(node: WorkflowNode, edit: EditedNode, registry: NodeRegistry): WorkflowNode {
  const isOther = edit.type !== undefined && edit.type !== node.type;
  const base = isOther ? { ...newNode({ ...edit, options: {}, parentId: undefined }, registry), position: node.position } : node;
  const { options: _, ...rest } = base;
  const options = withFields(node.options ?? {}, edit.options);
  return {
    ...rest,
    label: edit.label ?? node.label,
    config: withFields(base.config, edit.config) as WorkflowNode['config'],
    ...(Object.keys(options).length > 0 && { options: options as WorkflowNode['options'] & object }),
    ...(node.parentId !== undefined && { parentId: node.parentId }),
  };
}

/** Null removes a field. */
function withFields(before: object, changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter(([key, value]) => !(value === null && key in changes)),
  );
}

function withBodies(ids: ReadonlySet<NodeId>, { nodes }: Workflow): ReadonlySet<NodeId> {
  const all = new Set(ids);
  for (let size = -1; size !== all.size; ) {
    size = all.size;
    for (const { id, parentId } of nodes) if (parentId !== undefined && all.has(parentId)) all.add(id);
  }
  return all;
}

type EdgeEditing = {
  readonly edits: DraftEdits;
  readonly nodes: ReadonlyMap<NodeId, WorkflowNode>;
  readonly refused: string[];
};

function editedEdges(before: readonly WorkflowEdge[], { edits, nodes, refused }: EdgeEditing): WorkflowEdge[] {
  const cut = new Set(edits.disconnect.map(edgeKey));
  for (const edge of edits.disconnect)
    if (!before.some((known) => edgeKey(known) === edgeKey(edge))) refused.push(`disconnect: there is no edge ${edgeText(edge)}`);
  const kept = before.filter((edge) => nodes.has(edge.source) && nodes.has(edge.target) && !cut.has(edgeKey(edge)));
  const known = new Set(kept.map(edgeKey));
  const ids = new Set(kept.map(({ id }) => id));
  for (const edge of edits.connect) {
    const missing = [edge.source, edge.target].find((id) => !nodes.has(id));
    if (missing !== undefined) refused.push(`connect: there is no node '${missing}'`);
    if (missing !== undefined || known.has(edgeKey(edge))) continue;
    known.add(edgeKey(edge));
    const id = freeId(`${edge.source}-${edge.sourceHandle}-${edge.target}`.slice(0, 190), ids);
    ids.add(id);
    kept.push({ id, ...edge });
  }
  return kept;
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const id = count === 1 ? wanted : `${wanted}-${count}`;
    if (!taken.has(id)) return id;
  }
}

export function edgeKey({ source, sourceHandle, target, targetHandle }: EditedEdge): string {
  return JSON.stringify([source, sourceHandle, target, targetHandle]);
}

export function edgeText({ source, sourceHandle, target, targetHandle }: EditedEdge): string {
  return `${source}.${sourceHandle} -> ${target}.${targetHandle}`;
}
