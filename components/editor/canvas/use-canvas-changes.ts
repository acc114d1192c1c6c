'use client';
import type { EdgeChange, NodeChange, NodePositionChange, NodeSelectionChange } from '@xyflow/react';
import { useState } from 'react';
import type { FlowEdge, FlowNode } from '#components/editor/canvas/flow-elements.ts';
import { snapMove } from '#components/editor/canvas/snap-move.ts';
import { useEditCommands } from '#components/editor/use-edit-commands.ts';
import { useEditorStore } from '#components/editor/use-editor.tsx';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

const nothingDragged: ReadonlyMap<NodeId, Position> = new Map();

/**
 * What the canvas library asks to change: selection at once, places when they are let go. While nodes are dragged the document stays, so a drag is
 * one step of the history and nobody else is drawn again for each of its pixels.
 */
export function useCanvasChanges() {
  const store = useEditorStore();
  const commands = useEditCommands();
  const [dragged, setDragged] = useState(nothingDragged);

  function onNodesChange(changes: NodeChange<FlowNode>[]) {
    const selection = changes.filter((change) => change.type === 'select');
    const { selectedNodes, selectedEdges, select, document } = store.getState();
    if (selection.length > 0) select({ nodes: withChanges(selectedNodes, selection), edges: selectedEdges });
    const moves = changes.filter(hasPlace);
    if (moves.length === 0) return;
    const places = snapMove(document.nodes, moves);
    if (moves.some(({ dragging }) => dragging)) return setDragged(places);
    setDragged(nothingDragged);
    commands.moveTo(places);
  }

  function onEdgesChange(changes: EdgeChange<FlowEdge>[]) {
    const selection = changes.filter((change) => change.type === 'select');
    if (selection.length === 0) return;
    const { selectedNodes, selectedEdges, select } = store.getState();
    select({ nodes: selectedNodes, edges: withChanges(selectedEdges, selection) });
  }

  return { dragged, onNodesChange, onEdgesChange };
}

type Move = NodePositionChange & { position: Position };

function hasPlace(change: NodeChange<FlowNode>): change is Move {
  return change.type === 'position' && change.position !== undefined;
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
