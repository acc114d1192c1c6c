import { boxOf, type Frames, framesOf } from '#components/editor/document/container-frames.ts';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import { boxesIn, findFreeBox } from '#components/editor/document/find-free-box.ts';
import { withRoomForGroup } from '#components/editor/document/make-room.ts';
import { type Alignment, type Axis, alignBoxes, type Box, distributeBoxes } from '#lib/workflow/edit/align-boxes.ts';
import { addNote, changeNote, moveNotes } from '#lib/workflow/edit/change-notes.ts';
import { collapseGroups, groupNodes, setGroupTitle, ungroupNodes } from '#lib/workflow/edit/group-nodes.ts';
import { moveNodes, type Position } from '#lib/workflow/edit/move-nodes.ts';
import { setNodeOptions } from '#lib/workflow/edit/set-node-options.ts';
import { withBodyMoves } from '#lib/workflow/edit/with-body-moves.ts';
import type { Workflow, WorkflowNode, WorkflowNote } from '#lib/workflow/workflow.ts';

const NOTE_SIZE = { width: 200, height: 56 };

/** Edits of layout and notes; each is one history step. */
export function makeArrangeCommands(store: EditorStore) {
  const read = () => store.getState();

  function arrangeSelection(arrange: (boxes: readonly Box[]) => ReadonlyMap<string, Position>): void {
    const { document, selectedNodes, selectedNotes, apply } = read();
    const nodes = document.nodes.filter(({ id }) => selectedNodes.has(id));
    const notes = document.canvas?.notes?.filter(({ id }) => selectedNotes.has(id)) ?? [];
    const frames = framesOf(document.nodes);
    const boxes = nodes.map((node) => boxOfNode(node, frames));
    const corners = arrange([...boxes, ...notes.map(boxOfNote)]);
    const cornerOf = (key: string, before: Position) => corners.get(key) ?? before;
    const nodePositions = new Map(
      nodes.map((node, index) => [node.id, movedTo(node, boxes[index], corners.get(`node ${node.id}`))] as const),
    );
    const notePositions = new Map(notes.map(({ id, position }) => [id, cornerOf(`note ${id}`, position)]));
    apply({
      label: 'align',
      run: (workflow) => moveNotes(moveNodes(workflow, withBodyMoves(workflow, nodePositions)), notePositions),
    });
  }

  function setCollapsed(groupIds: ReadonlySet<string>, isCollapsed: boolean): void {
    const run = (workflow: Workflow) => {
      const changed = collapseGroups(workflow, groupIds, isCollapsed);
      const opened = isCollapsed ? [] : (changed.canvas?.groups?.filter(({ id }) => groupIds.has(id)) ?? []);
      return opened.reduce(withRoomForGroup, changed);
    };
    read().apply({ label: 'collapse', run });
    read().select({
      nodes: read().document.canvas?.groups?.flatMap(({ id, nodeIds }) => (groupIds.has(id) ? nodeIds : [])) ?? [],
    });
  }

  return {
    /** Aligns the selection. */
    align(alignment: Alignment) {
      arrangeSelection((boxes) => alignBoxes(boxes, alignment));
    },
    /** Makes the gaps between the selected nodes and notes equal. */
    distribute(axis: Axis) {
      arrangeSelection((boxes) => distributeBoxes(boxes, axis));
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
    ungroup() {
      const { selectedNodes, apply } = read();
      apply({ label: 'ungroup', run: (workflow) => ungroupNodes(workflow, selectedNodes) });
    },
    /**
     * Collapses the groups of the selected nodes, or expands them if all are collapsed. Nodes that an expanded frame
     * would cover move down.
     */
    toggleCollapsed() {
      const { selectedNodes, document } = read();
      const groups = document.canvas?.groups?.filter(({ nodeIds }) => nodeIds.some((id) => selectedNodes.has(id))) ?? [];
      if (groups.length === 0) return;
      const isOpening = groups.every(({ collapsed }) => collapsed === true);
      setCollapsed(new Set(groups.map(({ id }) => id)), !isOpening);
    },
    /** Collapses or expands a group, and selects its nodes. */
    setCollapsed(groupId: string, isCollapsed: boolean) {
      setCollapsed(new Set([groupId]), isCollapsed);
    },
    setGroupTitle(groupId: string, title: string) {
      read().apply({ label: 'group', run: (workflow) => setGroupTitle(workflow, groupId, title) });
    },
    /** Adds a note at the free position nearest to this one. @returns its id; it is selected */
    addNote(position: Position): string | undefined {
      let noteId: string | undefined;
      const run = (workflow: Workflow) => {
        const free = findFreeBox(boxesIn(workflow, undefined), { ...position, ...NOTE_SIZE });
        const added = addNote(workflow, { position: free, ...NOTE_SIZE });
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
    /** Disables the selected nodes, or enables them if all are disabled. */
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

function boxOfNode(node: WorkflowNode, frames: Frames): Box {
  return { id: `node ${node.id}`, ...boxOf(node, frames) };
}

/** Moves a node by the distance that its box moved: the box of a container can be larger than the node itself. */
function movedTo({ position }: WorkflowNode, box: Box | undefined, corner: Position | undefined): Position {
  return box && corner ? { x: position.x + corner.x - box.x, y: position.y + corner.y - box.y } : position;
}

function boxOfNote({ id, position, width, height }: WorkflowNote): Box {
  return { id: `note ${id}`, x: position.x, y: position.y, width, height };
}
