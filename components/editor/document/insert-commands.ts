import { boxOf, framesOf } from '#components/editor/document/container-frames.ts';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import { newNodeSize } from '#components/editor/document/find-free-position.ts';
import { withRoom, withRoomFor } from '#components/editor/document/make-room.ts';
import { addNode } from '#lib/workflow/edit/add-node.ts';
import type { Refusal } from '#lib/workflow/edit/connect-ports.ts';
import { insertOnEdge } from '#lib/workflow/edit/insert-on-edge.ts';
import { moveNodes, type Position } from '#lib/workflow/edit/move-nodes.ts';
import { moveToScope } from '#lib/workflow/edit/nest-nodes.ts';
import { withBodyMoves } from '#lib/workflow/edit/with-body-moves.ts';
import type { NodeId, Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { type NodeTypeId, nodeRegistry } from '#nodes/registry.gen.ts';

const GAP_DOWN_PX = 20;

/** Putting nodes between two that are connected; each one step of the history. */
export function makeInsertCommands(store: EditorStore) {
  const read = () => store.getState();
  return {
    /**
     * Inserts a new node into an edge, below the source and in the column of `position`, moving later nodes.
     * @returns the reason if refused
     */
    insertNew(type: NodeTypeId, { edgeId, position }: { edgeId: string; position?: Position }): Refusal | undefined {
      const { document, apply, select } = read();
      const ends = endsOf(document, edgeId);
      if (!ends) return 'unknown-node';
      const at = positionBetween(document, ends, position);
      const roomy = makeRoom(document, ends, at.y + newNodeSize(type).height + GAP_DOWN_PX);
      const added = addNode(roomy, nodeRegistry[type], at, ends.source.parentId);
      const inserted = insertOnEdge(added.workflow, nodeRegistry, { edgeId, nodeId: added.nodeId });
      if (!inserted.ok) return inserted.refusal;
      const clear = withRoomFor(inserted.workflow, added.nodeId, ends.source.id);
      apply({ label: 'insert', run: (workflow) => withRoom(workflow, clear) });
      select({ nodes: [added.nodeId] });
      return undefined;
    },
    /**
     * Inserts an existing node into an edge, as `insertNew` does.
     * @returns the reason if refused; then it is only moved
     */
    insertMoved(nodeId: NodeId, { edgeId, position }: { edgeId: string; position: Position }): Refusal | undefined {
      const { document, apply } = read();
      const moveTo = (to: Position) => moveNodes(document, withBodyMoves(document, new Map([[nodeId, to]])));
      const ends = endsOf(document, edgeId);
      const at = ends ? positionBetween(document, ends, position) : position;
      const moved = moveTo(at);
      const node = moved.nodes.find(({ id }) => id === nodeId);
      const bottomPx = node ? at.y + boxOf(node, framesOf(moved.nodes)).height : at.y;
      const roomy = ends ? makeRoom(moved, ends, bottomPx + GAP_DOWN_PX, nodeId) : moved;
      // The node is added to the scope of the edge, also in a container.
      const nested = moveToScope(roomy, new Set([nodeId]), ends?.source.parentId);
      const inserted = insertOnEdge(nested, nodeRegistry, { edgeId, nodeId });
      if (!inserted.ok) {
        apply({ label: 'move', run: () => moveTo(position) });
        return inserted.refusal;
      }
      const clear = withRoomFor(inserted.workflow, nodeId, ends?.source.id);
      apply({ label: 'insert', run: (workflow) => withRoom(workflow, clear) });
      return undefined;
    },
  };
}

/** Only a node without edges is inserted when dropped on an edge; others move across it. */
export function isLoose({ edges }: Workflow, nodeId: NodeId): boolean {
  return edges.every(({ source, target }) => source !== nodeId && target !== nodeId);
}

type Ends = { readonly source: WorkflowNode; readonly target: WorkflowNode };

function endsOf({ nodes, edges }: Workflow, edgeId: string): Ends | undefined {
  const edge = edges.find(({ id }) => id === edgeId);
  const source = nodes.find(({ id }) => id === edge?.source);
  const target = nodes.find(({ id }) => id === edge?.target);
  return source && target && { source, target };
}

function under({ nodes }: Workflow, source: WorkflowNode): Position {
  const { x, y, width, height } = boxOf(source, framesOf(nodes));
  return { x: x + width / 2, y: y + height + GAP_DOWN_PX };
}

/** In the column of the wanted position, and as high as it, but not above the end of the source. */
function positionBetween(workflow: Workflow, { source }: Ends, wanted: Position | undefined): Position {
  const below = under(workflow, source);
  return wanted ? { x: wanted.x, y: Math.max(wanted.y, below.y) } : below;
}

/** Moves the target and all nodes of its scope at or below it down, until the target is at `untilPx`. */
function makeRoom(workflow: Workflow, { source, target }: Ends, untilPx: number, movedId?: NodeId): Workflow {
  const frames = framesOf(workflow.nodes);
  const top = (node: WorkflowNode) => boxOf(node, frames).y;
  const missing = untilPx - top(target);
  if (missing <= 0 || top(target) <= top(source)) return workflow;
  const lower = workflow.nodes.filter(
    (node) => node.id !== source.id && node.id !== movedId && node.parentId === target.parentId && top(node) >= top(target),
  );
  const positions = new Map(lower.map(({ id, position }) => [id, { x: position.x, y: position.y + missing }]));
  return moveNodes(workflow, withBodyMoves(workflow, positions));
}
