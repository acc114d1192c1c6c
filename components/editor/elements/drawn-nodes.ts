import type { Node } from '@xyflow/react';
import { boxOf, drawnPosition, type Frames, framesOf } from '#components/editor/document/container-frames.ts';
import type { FlowNode } from '#components/editor/elements/flow-elements.ts';
import { frameOf } from '#lib/workflow/edit/align-boxes.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { NodeId, Workflow, WorkflowGroup, WorkflowNode, WorkflowNote } from '#lib/workflow/workflow.ts';

type NoteNode = Node<{ readonly note: WorkflowNote }, 'note'>;
type GroupNode = Node<{ readonly group: WorkflowGroup }, 'group'>;
/** Everything that React Flow renders as a node. */
export type DrawnNode = FlowNode | NoteNode | GroupNode;

const FRAME_GAP_PX = 16;
const FRAME_TITLE_PX = 24;
/** Below the frames of containers, which may be in a group. */
const GROUP_Z = -200;

/** React Flow ids of notes and frames; no node has such an id. */
export const noteKey = (noteId: string) => `note:${noteId}`;
export const groupKey = (groupId: string) => `group:${groupId}`;

type DrawnLook = {
  readonly selectedNotes: ReadonlySet<string>;
  /** Positions of nodes and notes while they are dragged, by React Flow id. */
  readonly dragged: ReadonlyMap<string, Position>;
  readonly noteName: string;
};

/** Frames and notes, drawn below the nodes. */
export function toDrawnNodes({ nodes, canvas }: Pick<Workflow, 'nodes' | 'canvas'>, look: DrawnLook): DrawnNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const frames = (canvas?.groups ?? []).flatMap((group) => toGroupNode(group, byId, { ...look, frames: framesOf(nodes) }));
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

/** The frame around a group's nodes; undefined if none of them exists. */
export function groupFrame(
  { nodeIds }: WorkflowGroup,
  nodes: ReadonlyMap<NodeId, WorkflowNode>,
  { frames, dragged = new Map() }: { frames: Frames; dragged?: ReadonlyMap<string, Position> },
) {
  const members = nodeIds.flatMap((id) => {
    const node = nodes.get(id);
    if (!node) return [];
    const { width, height } = boxOf(node, frames);
    const { x, y } = dragged.get(id) ?? drawnPosition(node, frames);
    return [{ x: x - width / 2, y, width, height }];
  });
  if (members.length === 0) return undefined;
  const { x, y, width, height } = frameOf(members);
  const top = FRAME_GAP_PX + FRAME_TITLE_PX;
  return { x: x - FRAME_GAP_PX, y: y - top, width: width + 2 * FRAME_GAP_PX, height: height + top + FRAME_GAP_PX };
}
