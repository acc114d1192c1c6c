import type { Node } from '@xyflow/react';
import { type Frames, framesOf } from '#components/editor/document/container-frames.ts';
import { groupFrame } from '#components/editor/document/group-frames.ts';
import type { CollapsedNode } from '#components/editor/elements/collapsed-nodes.ts';
import type { FlowNode } from '#components/editor/elements/flow-elements.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { NodeId, Workflow, WorkflowGroup, WorkflowNode, WorkflowNote } from '#lib/workflow/workflow.ts';

type NoteNode = Node<{ readonly note: WorkflowNote }, 'note'>;
type GroupNode = Node<{ readonly group: WorkflowGroup }, 'group'>;
/** Everything that React Flow renders as a node. */
export type DrawnNode = FlowNode | NoteNode | GroupNode | CollapsedNode;

/** Below the frames of containers, which may be in a group. */
const GROUP_Z = -200;

/** React Flow ids of notes and frames; no node has such an id. */
export const noteKey = (noteId: string) => `note:${noteId}`;
export const groupKey = (groupId: string) => `group:${groupId}`;

type DrawnLook = {
  /** Groups that are drawn as boxes, or are inside of one. */
  readonly undrawnGroups?: ReadonlySet<string>;
  readonly selectedNotes: ReadonlySet<string>;
  /** Positions of nodes and notes while they are dragged, by React Flow id. */
  readonly dragged: ReadonlyMap<string, Position>;
  readonly noteName: string;
};

/** Frames and notes, drawn below the nodes. */
export function toDrawnNodes({ nodes, canvas }: Pick<Workflow, 'nodes' | 'canvas'>, look: DrawnLook): DrawnNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const groups = canvas?.groups?.filter(({ id }) => !look.undrawnGroups?.has(id)) ?? [];
  const frames = groups.flatMap((group) => toGroupNode(group, byId, { ...look, frames: framesOf(nodes) }));
  return [...frames, ...(canvas?.notes ?? []).map((note) => toNoteNode(note, look))];
}

function toNoteNode(note: WorkflowNote, { selectedNotes, dragged, noteName }: DrawnLook): NoteNode {
  const { width, height } = note;
  const id = noteKey(note.id);
  return {
    id,
    type: 'note',
    data: { note },
    origin: [0, 0],
    width,
    height,
    measured: { width, height },
    zIndex: -1,
    position: dragged.get(id) ?? note.position,
    selected: selectedNotes.has(note.id),
    connectable: false,
    handles: [],
    ariaLabel: note.text.trim() === '' ? noteName : `${noteName}: ${note.text}`,
  };
}

/** A frame around the group's nodes; empty if none of them exists. */
function toGroupNode(
  group: WorkflowGroup,
  nodes: ReadonlyMap<NodeId, WorkflowNode>,
  { dragged, frames }: DrawnLook & { frames: Frames },
): GroupNode[] {
  const frame = groupFrame(group, nodes, { dragged, frames });
  if (!frame) return [];
  const { x, y, width, height } = frame;
  return [
    {
      id: groupKey(group.id),
      type: 'group',
      data: { group },
      origin: [0, 0],
      position: { x, y },
      width,
      height,
      measured: { width, height },
      handles: [],
      zIndex: GROUP_Z,
      selectable: false,
      connectable: false,
      focusable: false,
      dragHandle: '.group-title',
      // Nodes in the frame, and the canvas there, can be clicked through it.
      style: { pointerEvents: 'none' },
    },
  ];
}
