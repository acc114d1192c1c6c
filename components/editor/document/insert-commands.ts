import { boxOf, framesOf } from '#components/editor/document/container-frames.ts';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import { newNodeSize } from '#components/editor/document/find-free-position.ts';
import { withRoom } from '#components/editor/document/make-room.ts';
import { addNode } from '#lib/workflow/edit/add-node.ts';
import type { Refusal } from '#lib/workflow/edit/connect-ports.ts';
import { insertOnEdge } from '#lib/workflow/edit/insert-on-edge.ts';
import { moveNodes, type Position } from '#lib/workflow/edit/move-nodes.ts';
import { moveToScope } from '#lib/workflow/edit/nest-nodes.ts';
import { withBodyMoves } from '#lib/workflow/edit/with-body-moves.ts';
import type { NodeId, Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { type NodeTypeId, nodeRegistry } from '#nodes/registry.gen.ts';

const GAP_DOWN_PX = 32;

/** Putting nodes between two that are connected; each one step of the history. */
export function makeInsertCommands(store: EditorStore) {
  const read = () => store.getState();
  return {
    /**
     * Inserts a new node into an edge, at `position` or below the source, moving later nodes.
     * @returns the reason if refused
     */
    insertNew(type: NodeTypeId, { edgeId, position }: { edgeId: string; position?: Position }): Refusal | undefined {
      const { document, apply, select } = read();
      const ends = endsOf(document, edgeId);
      if (!ends) return 'unknown-node';
      const roomy = position ? document : makeRoom(document, ends, GAP_DOWN_PX + newNodeSize(type).height);
      const added = addNode(roomy, nodeRegistry[type], position ?? under(document, ends.source), ends.source.parentId);
      const inserted = insertOnEdge(added.workflow, nodeRegistry, { edgeId, nodeId: added.nodeId });
      if (!inserted.ok) return inserted.refusal;
      apply({ label: 'insert', run: (workflow) => withRoom(workflow, inserted.workflow) });
      select({ nodes: [added.nodeId] });
      return undefined;
    },
    /**
     * Inserts an existing node, moved to `position`, into an edge.
     * @returns the reason if refused; then it is only moved
     */
    insertMoved(nodeId: NodeId, { edgeId, position }: { edgeId: string; position: Position }): Refusal | undefined {
      const { document, apply } = read();
      const moved = moveNodes(document, withBodyMoves(document, new Map([[nodeId, position]])));
      // The node is added to the scope of the edge, also in a container.
      const nested = moveToScope(moved, new Set([nodeId]), endsOf(document, edgeId)?.source.parentId);
      const inserted = insertOnEdge(nested, nodeRegistry, { edgeId, nodeId });
      apply({
        label: inserted.ok ? 'insert' : 'move',
        run: (workflow) => (inserted.ok ? withRoom(workflow, inserted.workflow) : moved),
      });
      return inserted.ok ? undefined : inserted.refusal;
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

/** Moves the target and all nodes of its scope at or below it down, until the gap is large enough. */
function makeRoom(workflow: Workflow, { source, target }: Ends, neededPx: number): Workflow {
  const frames = framesOf(workflow.nodes);
  const top = (node: WorkflowNode) => boxOf(node, frames).y;
  const missing = under(workflow, source).y + neededPx - top(target);
  if (missing <= 0 || top(target) <= top(source)) return workflow;
  const lower = workflow.nodes.filter(
    (node) => node.id !== source.id && node.parentId === target.parentId && top(node) >= top(target),
  );
  const positions = new Map(lower.map(({ id, position }) => [id, { x: position.x, y: position.y + missing }]));
  return moveNodes(workflow, withBodyMoves(workflow, positions));
}
