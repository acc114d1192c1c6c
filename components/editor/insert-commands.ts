import { faceOf } from '#components/editor/canvas/node-face.ts';
import type { EditorStore } from '#components/editor/editor-store.ts';
import { addNode } from '#lib/workflow/edit/add-node.ts';
import type { Refusal } from '#lib/workflow/edit/connect-ports.ts';
import { insertOnEdge } from '#lib/workflow/edit/insert-on-edge.ts';
import { moveNodes, type Position } from '#lib/workflow/edit/move-nodes.ts';
import type { NodeId, Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { type NodeTypeId, nodeRegistry } from '#nodes/registry.gen.ts';

const GAP_DOWN_PX = 32;

/** Putting nodes between two that are connected; each one step of the history. */
export function makeInsertCommands(store: EditorStore) {
  const read = () => store.getState();
  return {
    /** Puts a new node into an edge: at `position`, else under the edge's source, where what follows makes room. @returns why not, if so */
    insertNew(type: NodeTypeId, { edgeId, position }: { edgeId: string; position?: Position }): Refusal | undefined {
      const { document, apply, select } = read();
      const ends = endsOf(document, edgeId);
      if (!ends) return 'unknown-node';
      const roomy = position ? document : makeRoom(document, ends, GAP_DOWN_PX + NEW_NODE_HEIGHT_PX);
      const added = addNode(roomy, nodeRegistry[type], position ?? under(ends.source));
      const inserted = insertOnEdge(added.workflow, nodeRegistry, { edgeId, nodeId: added.nodeId });
      if (!inserted.ok) return inserted.refusal;
      apply({ label: 'insert', run: () => inserted.workflow });
      select({ nodes: [added.nodeId] });
      return undefined;
    },
    /** Puts a node that is there already, and that moves to `position`, into an edge. @returns why not, if so; then it is only moved */
    insertMoved(nodeId: NodeId, { edgeId, position }: { edgeId: string; position: Position }): Refusal | undefined {
      const moved = moveNodes(read().document, new Map([[nodeId, position]]));
      const inserted = insertOnEdge(moved, nodeRegistry, { edgeId, nodeId });
      read().apply({ label: inserted.ok ? 'insert' : 'move', run: () => (inserted.ok ? inserted.workflow : moved) });
      return inserted.ok ? undefined : inserted.refusal;
    },
  };
}

/** True for a node without edges, which alone goes into an edge when it is dropped there: others are only moved across it. */
export function isLoose({ edges }: Workflow, nodeId: NodeId): boolean {
  return edges.every(({ source, target }) => source !== nodeId && target !== nodeId);
}

const NEW_NODE_HEIGHT_PX = 68;
type Ends = { readonly source: WorkflowNode; readonly target: WorkflowNode };

function endsOf({ nodes, edges }: Workflow, edgeId: string): Ends | undefined {
  const edge = edges.find(({ id }) => id === edgeId);
  const source = nodes.find(({ id }) => id === edge?.source);
  const target = nodes.find(({ id }) => id === edge?.target);
  return source && target && { source, target };
}

function under(source: WorkflowNode): Position {
  return { x: source.position.x, y: source.position.y + faceOf(source).heightPx + GAP_DOWN_PX };
}

/** Moves the target and everything that lies as low or lower down, as far as the gap is too small. */
function makeRoom(workflow: Workflow, { source, target }: Ends, neededPx: number): Workflow {
  const missing = under(source).y + neededPx - target.position.y;
  if (missing <= 0 || target.position.y <= source.position.y) return workflow;
  const lower = workflow.nodes.filter(({ id, position }) => id !== source.id && position.y >= target.position.y);
  return moveNodes(workflow, new Map(lower.map(({ id, position }) => [id, { x: position.x, y: position.y + missing }])));
}
