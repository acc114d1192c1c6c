import { boxOf, type Frame, frameAt, framesOf } from '#components/editor/document/container-frames.ts';
import type { EditLabel, EditorStore } from '#components/editor/document/editor-store.ts';
import { boxesIn, findFreeBox } from '#components/editor/document/find-free-box.ts';
import { belowStart, findFreePosition, findPositionBelow } from '#components/editor/document/find-free-position.ts';
import { withRoom } from '#components/editor/document/make-room.ts';
import { addNode } from '#lib/workflow/edit/add-node.ts';
import { frameOf } from '#lib/workflow/edit/align-boxes.ts';
import { appendNode, nextOutput } from '#lib/workflow/edit/append-node.ts';
import { appendToBranches } from '#lib/workflow/edit/append-to-branches.ts';
import { moveNotes } from '#lib/workflow/edit/change-notes.ts';
import { type Connection, connectPorts, type Refusal } from '#lib/workflow/edit/connect-ports.ts';
import { type CopiedElements, copyElements, type ReadElements, readCopiedElements } from '#lib/workflow/edit/copy-elements.ts';
import { moveNodes, type Position } from '#lib/workflow/edit/move-nodes.ts';
import { openEnd } from '#lib/workflow/edit/open-end.ts';
import type { Pasted } from '#lib/workflow/edit/paste-elements.ts';
import { reconnectEdge } from '#lib/workflow/edit/reconnect-edge.ts';
import { removeAndJoin } from '#lib/workflow/edit/remove-and-join.ts';
import { withBodyMoves } from '#lib/workflow/edit/with-body-moves.ts';
import { definitionOf, endsRun } from '#lib/workflow/node-ports.ts';
import type { NodeId, Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';
import { type NodeTypeId, nodeRegistry } from '#nodes/registry.gen.ts';

const BESIDE_PX = 48;

/** Positions on the canvas for what is pasted: under the pointer, else in the middle of the view. */
export type PasteTarget = { readonly pointer?: Position | undefined; readonly middle?: Position | undefined };

/** Loads the expression parsers, half the size of the editor: an id is renamed inside of expressions. */
const loadPasting = () => import('#lib/workflow/edit/paste-elements.ts');

/** What people do with the selection and the clipboard, each one step of the history. */
export type EditCommands = ReturnType<typeof makeEditCommands>;

export function makeEditCommands(store: EditorStore) {
  const read = () => store.getState();
  const selected = () => ({ nodes: read().selectedNodes, edges: read().selectedEdges, notes: read().selectedNotes });

  function add(make: (workflow: Workflow) => { workflow: Workflow; nodeId: NodeId }): void {
    let nodeId: NodeId | undefined;
    const run = (workflow: Workflow) => {
      const added = make(workflow);
      nodeId = added.nodeId;
      return withRoom(workflow, added.workflow);
    };
    read().apply({ label: 'add', run });
    if (nodeId !== undefined) read().select({ nodes: [nodeId] });
  }

  function put(label: EditLabel, make: (workflow: Workflow) => Pasted): void {
    let pasted: Pasted['pasted'] | undefined;
    const run = (workflow: Workflow) => {
      const made = make(workflow);
      pasted = made.pasted;
      return withRoom(workflow, made.workflow);
    };
    read().apply({ label, run });
    if (pasted && pasted.nodes.size + (pasted.notes?.size ?? 0) > 0) read().select(pasted);
  }

  function connect(connection: Connection): Refusal | undefined {
    const connected = connectPorts(read().document, nodeRegistry, connection);
    if (!connected.ok) return connected.refusal;
    read().apply({ label: 'connect', run: () => connected.workflow });
    return undefined;
  }

  /** Puts a node under another and connects the two. */
  function addAfter(type: NodeTypeId, after: { readonly nodeId: NodeId; readonly port?: string }, position?: Position): void {
    add((workflow) => {
      const above = workflow.nodes.find(({ id }) => id === after.nodeId);
      const at = position
        ? findFreePosition(workflow.nodes, position, { type, parentId: above?.parentId })
        : above
          ? findPositionBelow(workflow, above, type)
          : { x: 0, y: 0 };
      return appendNode(workflow, { registry: nodeRegistry, definition: nodeRegistry[type], position: at, after });
    });
  }

  return {
    /** Adds a node at the free position nearest to `position`, in the body of a container if given. */
    addAt(type: NodeTypeId, position: Position, parentId?: NodeId) {
      add((workflow) =>
        addNode(workflow, nodeRegistry[type], findFreePosition(workflow.nodes, position, { type, parentId }), parentId),
      );
    },
    addAfter,
    /** Adds a node next to an `end`, after which none can come, and connects it to unfinished branches. */
    addAfterEnd(type: NodeTypeId, end: WorkflowNode) {
      add((workflow) => {
        const { x, y } = end.position;
        const position = findFreePosition(workflow.nodes, { x, y }, { type, parentId: end.parentId });
        return appendToBranches(workflow, { registry: nodeRegistry, definition: nodeRegistry[type], position });
      });
    },
    /** Adds a node after the only open end of the workflow; without one near `position`, but not above `start`. */
    addAtEnd(type: NodeTypeId, position: Position) {
      const { document } = read();
      const end = nodeRegistry[type].inputs.length > 0 ? openEnd(document, nodeRegistry) : undefined;
      if (end) return addAfter(type, { nodeId: end.id });
      add((workflow) =>
        addNode(workflow, nodeRegistry[type], findFreePosition(workflow.nodes, belowStart(workflow, position), { type })),
      );
    },
    /** @returns why there can be no such edge, if so */
    connect,
    /** Leads an edge to another port. @returns why not, if so; then it stays where it was */
    reconnect(edgeId: string, connection: Connection): Refusal | undefined {
      const reconnected = reconnectEdge(read().document, nodeRegistry, { edgeId, connection });
      if (!reconnected.ok) return reconnected.refusal;
      read().apply({ label: 'connect', run: () => reconnected.workflow });
      return undefined;
    },
    /** Connects the two selected nodes, the one selected first to the other. @returns why not, if so */
    connectSelected(): Refusal | undefined {
      const { document, selectedNodes } = read();
      const [source, target] = [...selectedNodes].map((id) => document.nodes.find((node) => node.id === id));
      if (!source || !target || selectedNodes.size !== 2) return 'unknown-node';
      const sourceHandle = nextOutput(document, source, nodeRegistry);
      if (sourceHandle === undefined) return endsRun(source) ? 'no-output' : 'unknown-output';
      const targetHandle = definitionOf(target, nodeRegistry)?.inputs[0];
      if (targetHandle === undefined) return 'no-input';
      return connect({ source: source.id, sourceHandle, target: target.id, targetHandle });
    },
    /** Removes the selection; the neighbours of a node in the middle stay connected. */
    remove() {
      read().apply({ label: 'delete', run: (workflow) => removeAndJoin(workflow, selected(), nodeRegistry) });
    },
    /** Rejects when what it needs cannot be loaded. */
    async duplicate(): Promise<void> {
      const elements = selected();
      const { duplicateElements } = await loadPasting();
      put('duplicate', (workflow) => {
        const copied = copyElements(workflow, elements);
        const offset = copied ? freeOffset(workflow, copied, {}) : { x: 0, y: 0 };
        return duplicateElements(workflow, elements, { registry: nodeRegistry, offset });
      });
    },
    /** The selected nodes as text for the clipboard; nothing when none is selected. */
    copy(): string | undefined {
      const copied = copyElements(read().document, selected());
      return copied && JSON.stringify(copied, undefined, 2);
    },
    /**
     * Pastes at the free position nearest to the pointer, into the frame that it is over. Rejects when what it needs
     * cannot be loaded.
     * @returns why there is nothing to paste, if so
     */
    async paste(text: string, target: PasteTarget = {}): Promise<Extract<ReadElements, { ok: false }> | undefined> {
      const elements = readCopiedElements(text);
      if (!elements.ok) return elements;
      const { copied } = elements;
      const { pasteElements } = await loadPasting();
      put('paste', (workflow) => {
        const elements = target.pointer ? intoScope(workflow, copied, target.pointer) : copied;
        const offset = freeOffset(workflow, elements, target);
        return pasteElements(workflow, elements, { registry: nodeRegistry, offset });
      });
      return undefined;
    },
    /** Moves what is selected by so much. Holding an arrow key is one step. */
    nudge({ x, y }: Position) {
      const { document, selectedNodes, selectedNotes, apply } = read();
      const moved = (items: readonly { id: string; position: Position }[], ids: ReadonlySet<string>) =>
        new Map(
          items
            .filter(({ id }) => ids.has(id))
            .map(({ id, position }) => [id, { x: position.x + x, y: position.y + y }] as const),
        );
      const nodes = moved(document.nodes, selectedNodes);
      const notes = moved(document.canvas?.notes ?? [], selectedNotes);
      const mergeKey = `nudge ${[...nodes.keys(), ...notes.keys()].join(' ')}`;
      apply({
        label: 'move',
        mergeKey,
        run: (workflow) => moveNotes(moveNodes(workflow, withBodyMoves(workflow, nodes)), notes),
      });
    },
    moveTo(
      positions: ReadonlyMap<NodeId, Position>,
      label: 'move' | 'align' = 'move',
      notes: ReadonlyMap<string, Position> = new Map(),
    ) {
      read().apply({ label, run: (workflow) => moveNotes(moveNodes(workflow, withBodyMoves(workflow, positions)), notes) });
    },
    selectAll() {
      const { nodes, edges, canvas } = read().document;
      const idsOf = (items: readonly { id: string }[] = []) => items.map(({ id }) => id);
      read().select({ nodes: idsOf(nodes), edges: idsOf(edges), notes: idsOf(canvas?.notes) });
    },
    deselect() {
      read().select({});
    },
  };
}

/** The copied elements with the frame at a position as their container, if any. A start stays outside. */
function intoScope({ nodes }: Workflow, copied: CopiedElements, at: Position): CopiedElements {
  const containerId = frameAt(nodes, at);
  const ids = new Set(copied.nodes.map(({ id }) => id));
  const withScope = (node: WorkflowNode): WorkflowNode => {
    const { parentId, ...rest } = node;
    if (parentId !== undefined && ids.has(parentId)) return node;
    return containerId === undefined || node.type === 'start' ? rest : { ...rest, parentId: containerId };
  };
  return { ...copied, nodes: copied.nodes.map(withScope) };
}

/** How far copied elements move to cover nothing: to the pointer, next to the original, or to the middle. */
function freeOffset(workflow: Workflow, copied: CopiedElements, { pointer, middle }: PasteTarget): Position {
  const ids = new Set(copied.nodes.map(({ id }) => id));
  const outer = copied.nodes.filter(({ parentId }) => parentId === undefined || !ids.has(parentId));
  const known = new Set(workflow.nodes.map(({ id }) => id));
  const scope = outer.find(({ parentId }) => parentId !== undefined && known.has(parentId))?.parentId;
  const frames = framesOf(copied.nodes);
  const notes = copied.canvas?.notes?.map(({ position, width, height }) => ({ ...position, width, height })) ?? [];
  const box = frameOf([...outer.map((node) => boxOf(node, frames)), ...notes]);
  const around = (at: Position): Frame => ({ ...box, x: at.x - box.width / 2, y: at.y - box.height / 2 });
  const near = pointer ?? (scope === undefined ? middle : undefined);
  const free = findFreeBox(boxesIn(workflow, scope), near ? around(near) : { ...box, x: box.x + box.width + BESIDE_PX });
  return { x: free.x - box.x, y: free.y - box.y };
}
