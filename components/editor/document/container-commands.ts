import { boxOf, type Frame, framesOf } from '#components/editor/document/container-frames.ts';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import { findPositionBelow, findPositionInside } from '#components/editor/document/find-free-position.ts';
import { withRoom } from '#components/editor/document/make-room.ts';
import { addNode } from '#lib/workflow/edit/add-node.ts';
import { frameOf } from '#lib/workflow/edit/align-boxes.ts';
import { appendNode } from '#lib/workflow/edit/append-node.ts';
import { changeNode } from '#lib/workflow/edit/change-node.ts';
import { moveNodes, type Position, roundPosition } from '#lib/workflow/edit/move-nodes.ts';
import { moveToScope, putInside, takeOut } from '#lib/workflow/edit/nest-nodes.ts';
import { withBodyMoves } from '#lib/workflow/edit/with-body-moves.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { NodeId, Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { type NodeTypeId, nodeRegistry } from '#nodes/registry.gen.ts';

const BESIDE_PX = 48;

type Moved = {
  readonly nodeIds: ReadonlySet<NodeId>;
  readonly positions: ReadonlyMap<NodeId, Position>;
  readonly containerId: NodeId | undefined;
};

/** Edits of containers and their bodies; each is one history step. */
export function makeContainerCommands(store: EditorStore) {
  const read = () => store.getState();

  /** @returns how many edges could not stay, since none crosses the border of a container */
  function nest(run: (workflow: Workflow) => Workflow): number {
    const { document, apply } = read();
    apply({ label: 'nest', run: (workflow) => withRoom(workflow, run(workflow)) });
    return document.edges.length - read().document.edges.length;
  }

  /**
   * Resizes the frame of a container, at least to the size of its body.
   * @param frame positioned by the middle of its upper edge
   */
  function resizeContainer(containerId: NodeId, { x, y, width, height }: Frame): void {
    const size = { width: Math.round(width), height: Math.round(height) };
    const run = (workflow: Workflow) =>
      changeNode(workflow, containerId, (node) => ({
        ...node,
        position: { ...node.position, ...roundPosition({ x, y }) },
        size: { ...node.size, ...size },
      }));
    read().apply({ label: 'move', run: (workflow) => withRoom(workflow, run(workflow)) });
  }

  return {
    resizeContainer,
    /** Adds a node to the body of a container, behind the one that its body ends with where that is one. */
    addInside(type: NodeTypeId, containerId: NodeId) {
      let nodeId: NodeId | undefined;
      const run = (workflow: Workflow) => {
        const added = addToBody(workflow, type, containerId);
        nodeId = added.nodeId;
        return withRoom(workflow, added.workflow);
      };
      read().apply({ label: 'add', run });
      if (nodeId !== undefined) read().select({ nodes: [nodeId] });
    },
    /** Moves nodes into a container, or out of all of them. @returns how many edges could not go with them */
    moveInto({ nodeIds, positions, containerId }: Moved): number {
      return nest((workflow) =>
        moveToScope(moveNodes(workflow, withBodyMoves(workflow, positions)), withoutStart(workflow, nodeIds), containerId),
      );
    },
    /** Puts what is selected into the one container among it. @returns how many edges could not go with it */
    putInside(): number {
      const { selectedNodes, document } = read();
      const containerId = containerAmong(document, selectedNodes);
      if (containerId === undefined) return 0;
      return nest((workflow) => {
        const nodeIds = withoutStart(workflow, selectedNodes);
        return putInside(movedInside(workflow, nodeIds, containerId), nodeIds, containerId);
      });
    },
    /** Moves the selection out of its container, to the right. @returns the number of edges removed */
    takeOut(): number {
      const { selectedNodes } = read();
      return nest((workflow) => takeOut(movedOut(workflow, selectedNodes), selectedNodes));
    },
    /** Applies the positions and frame sizes of a layout. */
    layOut(positions: ReadonlyMap<NodeId, Position>, sizes: ReadonlyMap<NodeId, Pick<Frame, 'width' | 'height'>>) {
      const sized = (node: WorkflowNode) => {
        const size = sizes.get(node.id);
        return size ? { ...node, size: { width: Math.ceil(size.width), height: Math.ceil(size.height) } } : node;
      };
      const run = (workflow: Workflow) => {
        const moved = moveNodes(workflow, withBodyMoves(workflow, positions));
        return sizes.size > 0 ? { ...moved, nodes: moved.nodes.map(sized) } : moved;
      };
      read().apply({ label: 'layout', run });
    },
    /** Enlarges the frame of the selected container by this many pixels; its upper left corner stays. */
    growSelected({ x, y }: Position) {
      const { selectedNodes, document } = read();
      const [containerId = ''] = selectedNodes;
      const frame = selectedNodes.size === 1 ? framesOf(document.nodes).get(containerId) : undefined;
      if (!frame) return;
      const size = { width: frame.width + x, height: frame.height + y };
      resizeContainer(containerId, { ...size, x: frame.x + size.width / 2, y: frame.y });
    },
  };
}

function addToBody(workflow: Workflow, type: NodeTypeId, containerId: NodeId) {
  const definition = nodeRegistry[type];
  const leading = new Set(workflow.edges.map(({ source }) => source));
  const ends = workflow.nodes.filter(({ id, parentId }) => parentId === containerId && !leading.has(id));
  const [last, ...others] = ends;
  if (!last || others.length > 0)
    return addNode(workflow, definition, findPositionInside(workflow, containerId, type), containerId);
  const position = findPositionBelow(workflow, last, type);
  return appendNode(workflow, { registry: nodeRegistry, definition, position, after: { nodeId: last.id } });
}

/** A workflow begins outside of containers. */
function withoutStart({ nodes }: Workflow, nodeIds: ReadonlySet<NodeId>): ReadonlySet<NodeId> {
  return new Set(nodes.filter(({ id, type }) => nodeIds.has(id) && type !== 'start').map(({ id }) => id));
}

/** Moves nodes below the existing body of a container; those in its frame stay there. */
function movedInside(workflow: Workflow, nodeIds: ReadonlySet<NodeId>, containerId: NodeId): Workflow {
  const frames = framesOf(workflow.nodes);
  const nodes = workflow.nodes.filter(({ id, parentId }) => nodeIds.has(id) && id !== containerId && parentId !== containerId);
  const frame = frames.get(containerId);
  const box = frameOf(nodes.map((node) => boxOf(node, frames)));
  if (!frame || nodes.length === 0 || isWithin(box, frame)) return workflow;
  const { y } = findPositionInside(workflow, containerId);
  return shifted(workflow, nodes, { x: frame.x + frame.width / 2 - (box.x + box.width / 2), y: y - box.y });
}

function isWithin(inner: Frame, outer: Frame): boolean {
  const isAcross = inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
  return isAcross && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
}

function movedOut(workflow: Workflow, nodeIds: ReadonlySet<NodeId>): Workflow {
  const frames = framesOf(workflow.nodes);
  const nodes = workflow.nodes.filter(({ id, parentId }) => nodeIds.has(id) && parentId !== undefined);
  const around = nodes.flatMap(({ parentId }) => (parentId === undefined ? [] : (frames.get(parentId) ?? [])));
  const box = frameOf(nodes.map((node) => boxOf(node, frames)));
  const rightPx = Math.max(...around.map(({ x, width }) => x + width));
  return around.length === 0 ? workflow : shifted(workflow, nodes, { x: rightPx + BESIDE_PX - box.x, y: 0 });
}

function shifted(workflow: Workflow, nodes: readonly WorkflowNode[], { x, y }: Position): Workflow {
  const positions = new Map(nodes.map(({ id, position }) => [id, { x: position.x + x, y: position.y + y }]));
  return moveNodes(workflow, withBodyMoves(workflow, positions));
}

/** The target container for the rest of a selection; undefined unless exactly one is selected. */
export function containerAmong({ nodes }: Workflow, selected: ReadonlySet<NodeId>): NodeId | undefined {
  const containers = nodes.filter((node) => selected.has(node.id) && definitionOf(node, nodeRegistry)?.isContainer);
  return containers.length === 1 && selected.size > 1 ? containers[0]?.id : undefined;
}
