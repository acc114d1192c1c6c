import { faceOf } from '#components/editor/canvas/node-face.ts';
import type { EditorStore } from '#components/editor/editor-store.ts';
import { type Alignment, type Axis, alignBoxes, type Box, distributeBoxes } from '#lib/workflow/edit/align-boxes.ts';
import { addNote, changeNote, moveNotes } from '#lib/workflow/edit/change-notes.ts';
import { groupNodes, setGroupTitle, ungroupNodes } from '#lib/workflow/edit/group-nodes.ts';
import { moveNodes, type Position } from '#lib/workflow/edit/move-nodes.ts';
import { putInside, takeOut } from '#lib/workflow/edit/nest-nodes.ts';
import { setNodeOptions } from '#lib/workflow/edit/set-node-options.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { NodeId, Workflow, WorkflowNode, WorkflowNote } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

const NOTE_SIZE = { width: 200, height: 56 };

/** How things lie on the canvas, and what is written there; each one step of the history. */
export function makeArrangeCommands(store: EditorStore) {
  const read = () => store.getState();

  function place(arrange: (boxes: readonly Box[]) => ReadonlyMap<string, Position>): void {
    const { document, selectedNodes, selectedNotes, apply } = read();
    const nodes = document.nodes.filter(({ id }) => selectedNodes.has(id));
    const notes = document.canvas?.notes?.filter(({ id }) => selectedNotes.has(id)) ?? [];
    const corners = arrange([...nodes.map(boxOfNode), ...notes.map(boxOfNote)]);
    const cornerOf = (key: string, before: Position) => corners.get(key) ?? before;
    const nodePlaces = new Map(nodes.map((node) => [node.id, fromCorner(node, cornerOf(`node ${node.id}`, node.position))]));
    const notePlaces = new Map(notes.map(({ id, position }) => [id, cornerOf(`note ${id}`, position)]));
    apply({ label: 'align', run: (workflow) => moveNotes(moveNodes(workflow, nodePlaces), notePlaces) });
  }

  return {
    /** Puts what is selected in one line. */
    align(alignment: Alignment) {
      place((boxes) => alignBoxes(boxes, alignment));
    },
    /** Makes the gaps between what is selected equal. */
    distribute(axis: Axis) {
      place((boxes) => distributeBoxes(boxes, axis));
    },
    /** Puts a frame around the selected nodes. @returns its id; nothing when no node is selected */
    group(title: string): string | undefined {
      const { selectedNodes, apply } = read();
      if (selectedNodes.size === 0) return undefined;
      let groupId: string | undefined;
      const run = (workflow: Workflow) => {
        const grouped = groupNodes(workflow, selectedNodes, title);
        groupId = grouped.groupId;
        return grouped.workflow;
      };
      apply({ label: 'group', run });
      return groupId;
    },
    /** Takes the selected nodes out of their frames. */
    /** Puts what is selected into the one container among it. */
    putInside() {
      const { apply, selectedNodes, document } = store.getState();
      const containerId = containerAmong(document, selectedNodes);
      if (containerId !== undefined) apply({ label: 'nest', run: (workflow) => putInside(workflow, selectedNodes, containerId) });
    },
    takeOut() {
      const { apply, selectedNodes } = store.getState();
      apply({ label: 'nest', run: (workflow) => takeOut(workflow, selectedNodes) });
    },
    ungroup() {
      const { selectedNodes, apply } = read();
      apply({ label: 'ungroup', run: (workflow) => ungroupNodes(workflow, selectedNodes) });
    },
    setGroupTitle(groupId: string, title: string) {
      read().apply({ label: 'group', run: (workflow) => setGroupTitle(workflow, groupId, title) });
    },
    /** @returns the new note's id; it is selected */
    addNote(position: Position): string | undefined {
      let noteId: string | undefined;
      const run = (workflow: Workflow) => {
        const added = addNote(workflow, { position, ...NOTE_SIZE });
        noteId = added.noteId;
        return added.workflow;
      };
      read().apply({ label: 'note', run });
      if (noteId !== undefined) read().select({ notes: [noteId] });
      return noteId;
    },
    changeNote(noteId: string, change: Partial<Pick<WorkflowNote, 'text' | 'position' | 'width' | 'height'>>) {
      read().apply({ label: 'note', run: (workflow) => changeNote(workflow, noteId, change) });
    },
    /** Lets the selected nodes be passed over, or takes that back when all of them are. */
    toggleDisabled() {
      const { document, selectedNodes, apply } = read();
      const nodes = document.nodes.filter(({ id }) => selectedNodes.has(id));
      const isOff = nodes.every(({ options }) => options?.disabled === true);
      const run = (workflow: Workflow) => nodes.reduce((changed, node) => withDisabled(changed, node, !isOff), workflow);
      apply({ label: 'disable', run });
    },
  };
}

function withDisabled(workflow: Workflow, { id, options }: WorkflowNode, isDisabled: boolean): Workflow {
  const { disabled: _, ...others } = options ?? {};
  return setNodeOptions(workflow, id, isDisabled ? { ...others, disabled: true } : others);
}

/** A node's place is the middle of its upper edge. */
function boxOfNode(node: WorkflowNode): Box {
  const { widthPx, heightPx } = faceOf(node);
  return { id: `node ${node.id}`, x: node.position.x - widthPx / 2, y: node.position.y, width: widthPx, height: heightPx };
}

function fromCorner(node: WorkflowNode, { x, y }: Position): Position {
  return { x: x + faceOf(node).widthPx / 2, y };
}

function boxOfNote({ id, position, width, height }: WorkflowNote): Box {
  return { id: `note ${id}`, x: position.x, y: position.y, width, height };
}

/** The container that the others of a selection may be put into; nothing when there is none, or more than one. */
export function containerAmong({ nodes }: Workflow, selected: ReadonlySet<NodeId>): NodeId | undefined {
  const containers = nodes.filter((node) => selected.has(node.id) && definitionOf(node, nodeRegistry)?.isContainer);
  return containers.length === 1 && selected.size > 1 ? containers[0]?.id : undefined;
}
