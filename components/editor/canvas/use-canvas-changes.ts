'use client';
import {
  type EdgeChange,
  type NodeChange,
  type NodePositionChange,
  type NodeSelectionChange,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import { type MouseEvent as ReactMouseEvent, useRef, useState } from 'react';
import { framesOf } from '#components/editor/canvas/container-frames.ts';
import { drawnAt, placesAfter } from '#components/editor/canvas/dragged-places.ts';
import { type DrawnNode, noteKey } from '#components/editor/canvas/drawn-nodes.ts';
import { edgeUnder, markEdge } from '#components/editor/canvas/edge-under.ts';
import type { FlowEdge } from '#components/editor/canvas/flow-elements.ts';
import { framesWithin } from '#components/editor/canvas/frames-within.ts';
import { markFrames } from '#components/editor/canvas/mark-frames.ts';
import { type ScopeChange, scopeUnder } from '#components/editor/canvas/scope-under.ts';
import type { ClientPlace } from '#components/editor/editor-ui.ts';
import { isLoose } from '#components/editor/insert-commands.ts';
import { useEditCommands } from '#components/editor/use-edit-commands.ts';
import { useEditorStore, useEditorUiStore } from '#components/editor/use-editor.tsx';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';

const nothingDragged: ReadonlyMap<string, Position> = new Map();

/** What a drag would do when it ended here, beside moving what is dragged. */
type Drop = { readonly edgeId?: string | undefined; readonly scope?: ScopeChange | undefined; readonly at?: ClientPlace };

/**
 * What the canvas library asks to change: selection at once, places when they are let go. While nodes are dragged the document stays, so a drag is
 * one step of the history and nobody else is drawn again for each of its pixels. A loose node that is let go over an edge goes into it, and any
 * node over a frame into its container.
 */
export function useCanvasChanges() {
  const store = useEditorStore();
  const flowStore = useStoreApi();
  const { tell } = useEditorUiStore().getState();
  const commands = useEditCommands();
  const { screenToFlowPosition } = useReactFlow();
  const [dragged, setDragged] = useState(nothingDragged);
  const drop = useRef<Drop>({});
  const selectionStart = useRef<Position>(undefined);

  function onNodesChange(changes: NodeChange<DrawnNode>[]) {
    const selection = changes.filter((change) => change.type === 'select');
    const { selectedNodes, selectedEdges, selectedNotes, select, document } = store.getState();
    if (selection.length > 0)
      select({
        nodes: withChanges(
          selectedNodes,
          selection.filter(({ id, selected }) => !id.includes(':') && !(selected && isDrawingAround(id))),
        ),
        edges: selectedEdges,
        notes: withChanges(selectedNotes, selection.filter(({ id }) => id.startsWith(noteKey(''))).map(withoutPrefix)),
      });
    // A frame that is drawn larger says where it is, too, and leaves what lies in it.
    const resized = new Set(changes.flatMap((change) => (change.type === 'dimensions' ? change.id : [])));
    const moves = changes.filter(hasPlace).filter(({ id }) => !resized.has(id) || id.includes(':'));
    if (moves.length === 0) return;
    const places = placesAfter(document, moves);
    if (moves.some(({ dragging }) => dragging)) return setDragged(drawnAt(document, places));
    setDragged(nothingDragged);
    place(places);
  }

  /** A frame that a selection only touches, as one drawn inside of it does, is not selected by it. */
  function isDrawingAround(nodeId: string): boolean {
    return flowStore.getState().userSelectionRect !== null && framesOf(store.getState().document.nodes).has(nodeId);
  }
  function onSelectionEnd(event: ReactMouseEvent) {
    const { document, selectedNodes, selectedEdges, selectedNotes, select } = store.getState();
    const from = selectionStart.current;
    const frames = from ? framesWithin(document, from, flowPlace(event)) : [];
    if (frames.length > 0) select({ nodes: [...selectedNodes, ...frames], edges: selectedEdges, notes: selectedNotes });
  }
  function flowPlace({ clientX, clientY }: ClientPlace): Position {
    return screenToFlowPosition({ x: clientX, y: clientY });
  }

  function place(places: ReadonlyMap<string, Position>) {
    const { edgeId, scope, at } = drop.current;
    drop.current = {};
    markEdge(undefined);
    markFrames({});
    const [nodeId] = [...places.keys()];
    const position = nodeId === undefined ? undefined : places.get(nodeId);
    if (edgeId !== undefined && nodeId !== undefined && position) return void commands.insertMoved(nodeId, { edgeId, position });
    const nodes = new Map([...places].filter(([id]) => !id.includes(':')));
    if (scope) {
      const count = commands.moveInto({ ...scope, places: nodes });
      return tell(count > 0 ? { kind: 'nesting', reason: 'edges', count, at } : undefined);
    }
    const notes = new Map([...places].filter(([id]) => id.includes(':')).map(([id, to]) => [id.slice(noteKey('').length), to]));
    commands.moveTo(nodes, 'move', notes);
  }

  function onNodeDrag(event: MouseEvent | TouchEvent, node: DrawnNode, all: readonly DrawnNode[]) {
    if (!('clientX' in event)) return;
    const { document } = store.getState();
    const { clientX, clientY } = event;
    const mayGoInto = all.length === 1 && node.type === 'step' && isLoose(document, node.id);
    const edgeId = mayGoInto ? edgeUnder(event) : undefined;
    const ids = new Set(all.flatMap(({ id, type }) => (type === 'step' || type === 'container' ? id : [])));
    const isStep = node.type === 'step' || node.type === 'container';
    const scope = edgeId === undefined && isStep ? scopeUnder(document, ids, flowPlace(event)) : undefined;
    drop.current = { edgeId, scope, at: { clientX, clientY } };
    markEdge(edgeId);
    markFrames({ into: scope?.containerId, outOf: scope?.left });
  }

  function onEdgesChange(changes: EdgeChange<FlowEdge>[]) {
    const selection = changes.filter((change) => change.type === 'select');
    if (selection.length === 0) return;
    const { selectedNodes, selectedEdges, selectedNotes, select } = store.getState();
    select({ nodes: selectedNodes, edges: withChanges(selectedEdges, selection), notes: selectedNotes });
  }

  function onSelectionStart() {
    const { userSelectionRect: drawn } = flowStore.getState();
    selectionStart.current = drawn ? { x: drawn.startX, y: drawn.startY } : undefined;
  }
  return { dragged, onNodesChange, onEdgesChange, onNodeDrag, onSelectionStart, onSelectionEnd };
}

type Move = NodePositionChange & { position: Position };

function hasPlace(change: NodeChange<DrawnNode>): change is Move {
  return change.type === 'position' && change.position !== undefined;
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
