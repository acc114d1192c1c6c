import type { Node } from '@xyflow/react';
import type { FlowNode } from '#components/editor/canvas/flow-elements.ts';
import { faceOf } from '#components/editor/canvas/node-face.ts';
import { frameOf } from '#lib/workflow/edit/align-boxes.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { NodeId, Workflow, WorkflowGroup, WorkflowNode, WorkflowNote } from '#lib/workflow/workflow.ts';

type NoteNode = Node<{ readonly note: WorkflowNote }, 'note'>;
type GroupNode = Node<{ readonly group: WorkflowGroup }, 'group'>;
/** Everything that the canvas library draws as a node. */
export type DrawnNode = FlowNode | NoteNode | GroupNode;

const FRAME_GAP_PX = 16;
const FRAME_TITLE_PX = 24;

/** Ids of notes and frames as the canvas library has them; no node has such an id. */
export const noteKey = (noteId: string) => `note:${noteId}`;
export const groupKey = (groupId: string) => `group:${groupId}`;

type DrawnLook = {
  readonly selectedNotes: ReadonlySet<string>;
  /** Where nodes and notes, by the ids they are drawn under, are while they are dragged. */
  readonly dragged: ReadonlyMap<string, Position>;
  readonly noteName: string;
  /** What the frame around a container's body is called. */
  readonly bodyName: (container: WorkflowNode) => string;
};

/** Frames and notes, which lie under the nodes. */
export function toDrawnNodes({ nodes, canvas }: Pick<Workflow, 'nodes' | 'canvas'>, look: DrawnLook): DrawnNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const frames = (canvas?.groups ?? []).flatMap((group) => toGroupNode(group, byId, look));
  return [...bodyFrames(nodes, byId, look), ...frames, ...(canvas?.notes ?? []).map((note) => toNoteNode(note, look))];
}

/** A frame around what lies in each container. It follows its nodes and is not moved itself. */
function bodyFrames(nodes: readonly WorkflowNode[], byId: ReadonlyMap<NodeId, WorkflowNode>, look: DrawnLook): GroupNode[] {
  const bodies = Map.groupBy(nodes, ({ parentId }) => parentId);
  return [...bodies].flatMap(([parentId, members]) => {
    const container = parentId === undefined ? undefined : byId.get(parentId);
    if (!container) return [];
    const group = { id: `body:${container.id}`, title: look.bodyName(container), nodeIds: members.map(({ id }) => id) };
    return toGroupNode(group, byId, look).map((frame) => ({ ...frame, draggable: false }));
  });
}

function toNoteNode(note: WorkflowNote, { selectedNotes, dragged, noteName }: DrawnLook): NoteNode {
  const { width, height } = note;
  const id = noteKey(note.id);
  return {
    ...{ id, type: 'note', data: { note }, origin: [0, 0], width, height, measured: { width, height }, zIndex: -1 },
    ...{ position: dragged.get(id) ?? note.position, selected: selectedNotes.has(note.id), connectable: false },
    ariaLabel: note.text.trim() === '' ? noteName : `${noteName}: ${note.text}`,
  };
}

/** A frame is as large as its nodes need; nothing when none of them is there. */
function toGroupNode(group: WorkflowGroup, nodes: ReadonlyMap<NodeId, WorkflowNode>, { dragged }: DrawnLook): GroupNode[] {
  const frame = groupFrame(group, nodes, dragged);
  if (!frame) return [];
  const { x, y, width, height } = frame;
  return [
    {
      ...{ id: groupKey(group.id), type: 'group', data: { group }, origin: [0, 0], position: { x, y }, width, height },
      ...{ measured: { width, height }, zIndex: -2, selectable: false, connectable: false, focusable: false },
      dragHandle: '.group-title',
      // What lies inside the frame, and the canvas there, is reached through it.
      style: { pointerEvents: 'none' },
    },
  ];
}

/** The frame around a group's nodes; nothing when none of them is there. */
export function groupFrame(
  { nodeIds }: WorkflowGroup,
  nodes: ReadonlyMap<NodeId, WorkflowNode>,
  dragged: ReadonlyMap<string, Position> = new Map(),
) {
  const members = nodeIds.flatMap((id) => {
    const node = nodes.get(id);
    if (!node) return [];
    const { widthPx, heightPx } = faceOf(node);
    const { x, y } = dragged.get(id) ?? node.position;
    return [{ x: x - widthPx / 2, y, width: widthPx, height: heightPx }];
  });
  if (members.length === 0) return undefined;
  const { x, y, width, height } = frameOf(members);
  const top = FRAME_GAP_PX + FRAME_TITLE_PX;
  return { x: x - FRAME_GAP_PX, y: y - top, width: width + 2 * FRAME_GAP_PX, height: height + top + FRAME_GAP_PX };
}
