'use client';
import type { EdgeChange, NodeChange, NodePositionChange, NodeSelectionChange } from '@xyflow/react';
import { useMemo, useState } from 'react';
import { type DrawnNode, groupFrame, groupKey, noteKey } from '#components/editor/canvas/drawn-nodes.ts';
import { edgeUnder, markEdge } from '#components/editor/canvas/edge-under.ts';
import type { FlowEdge } from '#components/editor/canvas/flow-elements.ts';
import { snapMove } from '#components/editor/canvas/snap-move.ts';
import type { EditorStore } from '#components/editor/editor-store.ts';
import { isLoose } from '#components/editor/insert-commands.ts';
import { type AllEditCommands, useEditCommands } from '#components/editor/use-edit-commands.ts';
import { useEditorStore } from '#components/editor/use-editor.tsx';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

const nothingDragged: Dragged = new Map();

/**
 * What the canvas library asks to change: selection at once, places when they are let go. While nodes are dragged the document stays, so a drag is
 * one step of the history and nobody else is drawn again for each of its pixels. A loose node that is let go over an edge goes into it. The functions
 * are the same for as long as the editor is open.
 */
export function useCanvasChanges() {
  const store = useEditorStore();
  const commands = useEditCommands();
  const [dragged, setDragged] = useState(nothingDragged);
  const changes = useMemo(() => makeChanges({ store, commands, setDragged }), [store, commands]);
  return { dragged, ...changes };
}

type Dragged = ReadonlyMap<string, Position>;
type Tools = {
  readonly store: EditorStore;
  readonly commands: AllEditCommands;
  readonly setDragged: (take: (before: Dragged) => Dragged) => void;
};

function makeChanges({ store, commands, setDragged }: Tools) {
  let dropEdge: string | undefined;

  function onNodesChange(changes: NodeChange<DrawnNode>[]) {
    const selection = changes.filter((change) => change.type === 'select');
    const { selectedNodes, selectedEdges, selectedNotes, select, document } = store.getState();
    if (selection.length > 0)
      select({
        nodes: withChanges(
          selectedNodes,
          selection.filter(({ id }) => !id.includes(':')),
        ),
        edges: selectedEdges,
        notes: withChanges(selectedNotes, selection.filter(({ id }) => id.startsWith(noteKey(''))).map(withoutPrefix)),
      });
    const moves = changes.filter(hasPlace);
    if (moves.length === 0) return;
    const places = snapMove(
      placedIn(document),
      moves.flatMap((move) => membersMove(move, document)),
    );
    // Within one step of the grid nothing has moved yet.
    if (moves.some(({ dragging }) => dragging)) return setDragged((before) => (isSamePlaces(before, places) ? before : places));
    setDragged(() => nothingDragged);
    place(places);
  }

  function place(places: ReadonlyMap<string, Position>) {
    const edgeId = dropEdge;
    dropEdge = undefined;
    markEdge(undefined);
    const [[nodeId, position] = []] = places;
    if (edgeId !== undefined && nodeId !== undefined && position && places.size === 1)
      return void commands.insertMoved(nodeId, { edgeId, position });
    const nodes = new Map([...places].filter(([id]) => !id.includes(':')));
    const notes = new Map([...places].filter(([id]) => id.includes(':')).map(([id, at]) => [id.slice(noteKey('').length), at]));
    commands.moveTo(nodes, 'move', notes);
  }

  function onNodeDrag(event: MouseEvent | TouchEvent, node: DrawnNode, all: readonly DrawnNode[]) {
    const mayGoInto =
      'clientX' in event && all.length === 1 && node.type === 'step' && isLoose(store.getState().document, node.id);
    dropEdge = mayGoInto ? edgeUnder(event) : undefined;
    markEdge(dropEdge);
  }

  function onEdgesChange(changes: EdgeChange<FlowEdge>[]) {
    const selection = changes.filter((change) => change.type === 'select');
    if (selection.length === 0) return;
    const { selectedNodes, selectedEdges, selectedNotes, select } = store.getState();
    select({ nodes: selectedNodes, edges: withChanges(selectedEdges, selection), notes: selectedNotes });
  }

  return { onNodesChange, onEdgesChange, onNodeDrag };
}

function isSamePlaces(some: Dragged, others: Dragged): boolean {
  return some.size === others.size && [...some].every(([id, { x, y }]) => others.get(id)?.x === x && others.get(id)?.y === y);
}

type Move = NodePositionChange & { position: Position };

function hasPlace(change: NodeChange<DrawnNode>): change is Move {
  return change.type === 'position' && change.position !== undefined;
}

function placedIn({ nodes, canvas }: Workflow): readonly { id: string; position: Position }[] {
  return [...nodes, ...(canvas?.notes ?? []).map(({ id, position }) => ({ id: noteKey(id), position }))];
}

/** A frame has no place of its own: moving it moves its nodes. */
function membersMove(move: Move, { nodes, canvas }: Workflow): readonly Pick<Move, 'id' | 'position'>[] {
  const group = canvas?.groups?.find(({ id }) => groupKey(id) === move.id);
  if (!group) return [move];
  const frame = groupFrame(group, new Map(nodes.map((node) => [node.id, node])));
  if (!frame) return [];
  const delta = { x: move.position.x - frame.x, y: move.position.y - frame.y };
  return nodes
    .filter(({ id }) => group.nodeIds.includes(id))
    .map(({ id, position }) => ({ id, position: { x: position.x + delta.x, y: position.y + delta.y } }));
}

function withoutPrefix({ id, selected }: NodeSelectionChange) {
  return { id: id.slice(noteKey('').length), selected };
}

function withChanges(
  selected: ReadonlySet<string>,
  changes: readonly Pick<NodeSelectionChange, 'id' | 'selected'>[],
): Set<string> {
  const next = new Set(selected);
  for (const { id, selected: isSelected } of changes) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  return next;
}
