import type { EditLabel, EditorStore } from '#components/editor/editor-store.ts';
import { placeBelow, placeNear } from '#components/editor/place-node.ts';
import { addNode } from '#lib/workflow/edit/add-node.ts';
import { appendNode, nextOutput } from '#lib/workflow/edit/append-node.ts';
import { type Connection, connectPorts, type Refusal } from '#lib/workflow/edit/connect-ports.ts';
import { copyElements, parseCopiedElements } from '#lib/workflow/edit/copy-elements.ts';
import { moveNodes, type Position } from '#lib/workflow/edit/move-nodes.ts';
import { duplicateElements, type Pasted, pasteElements } from '#lib/workflow/edit/paste-elements.ts';
import { removeElements } from '#lib/workflow/edit/remove-elements.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { NodeId, Workflow } from '#lib/workflow/workflow.ts';
import { type NodeTypeId, nodeRegistry } from '#nodes/registry.gen.ts';

const PASTE_OFFSET: Position = { x: 40, y: 40 };

/** What people do with the selection and the clipboard, each one step of the history. */
export type EditCommands = ReturnType<typeof makeEditCommands>;

export function makeEditCommands(store: EditorStore) {
  const read = () => store.getState();
  const selected = () => ({ nodes: read().selectedNodes, edges: read().selectedEdges });

  function add(make: (workflow: Workflow) => { workflow: Workflow; nodeId: NodeId }): void {
    let nodeId: NodeId | undefined;
    const run = (workflow: Workflow) => {
      const added = make(workflow);
      nodeId = added.nodeId;
      return added.workflow;
    };
    read().apply({ label: 'add', run });
    if (nodeId !== undefined) read().select({ nodes: [nodeId] });
  }

  function put(label: EditLabel, make: (workflow: Workflow) => Pasted): void {
    let pasted: Pasted['pasted'] | undefined;
    const run = (workflow: Workflow) => {
      const made = make(workflow);
      pasted = made.pasted;
      return made.workflow;
    };
    read().apply({ label, run });
    if (pasted && pasted.nodes.size > 0) read().select(pasted);
  }

  return {
    /** Puts a node where nothing else is, at `position` or right of it. */
    addAt(type: NodeTypeId, position: Position) {
      add((workflow) => addNode(workflow, nodeRegistry[type], placeNear(workflow.nodes, position)));
    },
    /** Puts a node under another and connects the two. */
    addAfter(type: NodeTypeId, after: { readonly nodeId: NodeId; readonly port?: string }, position?: Position) {
      add((workflow) => {
        const above = workflow.nodes.find(({ id }) => id === after.nodeId);
        const place = position ?? (above ? placeBelow(workflow, above) : { x: 0, y: 0 });
        return appendNode(workflow, { registry: nodeRegistry, definition: nodeRegistry[type], position: place, after });
      });
    },
    /** @returns why there can be no such edge, if so */
    connect(connection: Connection): Refusal | undefined {
      const connected = connectPorts(read().document, nodeRegistry, connection);
      if (!connected.ok) return connected.refusal;
      read().apply({ label: 'connect', run: () => connected.workflow });
      return undefined;
    },
    /** Connects the two selected nodes, the one selected first to the other. @returns why not, if so */
    connectSelected(): Refusal | undefined {
      const { document, selectedNodes } = read();
      const [source, target] = [...selectedNodes].map((id) => document.nodes.find((node) => node.id === id));
      if (!source || !target || selectedNodes.size !== 2) return 'unknown-node';
      const sourceHandle = nextOutput(document, source, nodeRegistry);
      if (sourceHandle === undefined) return 'unknown-output';
      const targetHandle = definitionOf(target, nodeRegistry)?.inputs[0];
      if (targetHandle === undefined) return 'no-input';
      return this.connect({ source: source.id, sourceHandle, target: target.id, targetHandle });
    },
    remove() {
      read().apply({ label: 'delete', run: (workflow) => removeElements(workflow, selected()) });
    },
    duplicate() {
      put('duplicate', (workflow) => duplicateElements(workflow, selected(), { registry: nodeRegistry, offset: PASTE_OFFSET }));
    },
    /** The selected nodes as text for the clipboard; nothing when none is selected. */
    copy(): string | undefined {
      const copied = copyElements(read().document, selected());
      return copied && JSON.stringify(copied, undefined, 2);
    },
    /** @returns false when the text was not copied from a canvas */
    paste(text: string): boolean {
      const copied = parseCopiedElements(text);
      if (!copied) return false;
      put('paste', (workflow) =>
        pasteElements(workflow, copied, { registry: nodeRegistry, offset: offsetOf(workflow, copied.nodes) }),
      );
      return true;
    },
    /** Moves the selected nodes by so much. Holding an arrow key is one step. */
    nudge({ x, y }: Position) {
      const { document, selectedNodes, apply } = read();
      const moved = document.nodes.filter(({ id }) => selectedNodes.has(id));
      const places = new Map(moved.map(({ id, position }) => [id, { x: position.x + x, y: position.y + y }]));
      apply({ label: 'move', mergeKey: `nudge ${[...places.keys()].join(' ')}`, run: (workflow) => moveNodes(workflow, places) });
    },
    moveTo(places: ReadonlyMap<NodeId, Position>, label: 'move' | 'layout' = 'move') {
      read().apply({ label, run: (workflow) => moveNodes(workflow, places) });
    },
    selectAll() {
      const { nodes, edges } = read().document;
      read().select({ nodes: nodes.map(({ id }) => id), edges: edges.map(({ id }) => id) });
    },
    deselect() {
      read().select({});
    },
  };
}

/** Pasted twice, the second copy lies beside the first. */
function offsetOf({ nodes }: Workflow, copied: Workflow['nodes']): Position {
  const taken = new Set(nodes.map(({ position }) => `${position.x} ${position.y}`));
  let offset = PASTE_OFFSET;
  const isTaken = () => copied.some(({ position }) => taken.has(`${position.x + offset.x} ${position.y + offset.y}`));
  while (isTaken()) offset = { x: offset.x + PASTE_OFFSET.x, y: offset.y + PASTE_OFFSET.y };
  return offset;
}
