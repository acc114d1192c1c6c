'use client';
import {
  type EdgeChange,
  type NodeChange,
  type NodePositionChange,
  type NodeSelectionChange,
  type ReactFlowInstance,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import { type MouseEvent as ReactMouseEvent, useEffect, useMemo, useState } from 'react';
import { drawnAt, positionsAfter } from '#components/editor/canvas/dragged-positions.ts';
import { dragAsLayers } from '#components/editor/canvas/move-as-layer.ts';
import { drawAsListed, hideGrabAreas, moveDrawn } from '#components/editor/canvas/react-flow-internals.ts';
import { collapsedGroups } from '#components/editor/document/collapsed-groups.ts';
import { framesOf } from '#components/editor/document/container-frames.ts';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import type { ClientPosition, EditorUiStore } from '#components/editor/document/editor-ui.ts';
import { collapsedWithin, framesWithin } from '#components/editor/document/frames-within.ts';
import { isLoose } from '#components/editor/document/insert-commands.ts';
import { type AllEditCommands, useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { type DrawnNode, noteKey } from '#components/editor/elements/drawn-nodes.ts';
import { edgeUnder, markEdge } from '#components/editor/elements/edge-under.ts';
import type { FlowEdge } from '#components/editor/elements/flow-elements.ts';
import { markFrames } from '#components/editor/elements/mark-frames.ts';
import { type ScopeChange, scopeUnder } from '#components/editor/elements/scope-under.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

type Dragged = ReadonlyMap<string, Position>;
const nothingDragged: Dragged = new Map();

/** What a drop here would do, in addition to moving the dragged nodes. */
type Drop = { readonly edgeId?: string | undefined; readonly scope?: ScopeChange | undefined; readonly at?: ClientPosition };

/**
 * Handles changes from React Flow: selection at once, positions at the drop. The document stays
 * unchanged during a drag, which is one history step. A loose node dropped on an edge is inserted
 * into it, a node dropped on a frame moves inside.
 */
export function useCanvasChanges() {
  const store = useEditorStore();
  const flowStore = useStoreApi();
  const ui = useEditorUiStore();
  const commands = useEditCommands();
  const { screenToFlowPosition } = useReactFlow();
  const [dragged, setDragged] = useState(nothingDragged);
  const changes = useMemo(
    () => new CanvasChanges({ store, flowStore, ui, commands, screenToFlowPosition, setDragged }),
    [store, flowStore, ui, commands, screenToFlowPosition],
  );
  // A drag during which another page opens has no drop.
  useEffect(() => changes.endLayers, [changes]);
  return { dragged, changes };
}

type Tools = {
  readonly store: EditorStore;
  readonly flowStore: ReturnType<typeof useStoreApi>;
  readonly ui: EditorUiStore;
  readonly commands: AllEditCommands;
  readonly screenToFlowPosition: ReactFlowInstance['screenToFlowPosition'];
  readonly setDragged: (dragged: Dragged) => void;
};

class CanvasChanges {
  readonly #tools: Tools;
  #drop: Drop = {};
  #selectionStart: Position | undefined;
  #endLayers: (() => void) | undefined;
  #dragged: Dragged = nothingDragged;
  /** The drag is drawn by the store of React Flow, not by a new list. */
  #isMovedDirectly = false;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  readonly onNodesChange = (changes: NodeChange<DrawnNode>[]) => {
    const { store, flowStore, setDragged } = this.#tools;
    const selection = changes.filter((change) => change.type === 'select');
    const { selectedNodes, selectedEdges, selectedNotes, select, document } = store.getState();
    if (selection.length > 0)
      select({
        nodes: withChanges(
          selectedNodes,
          selection.filter(({ id, selected }) => !id.includes(':') && !(selected && this.#isDrawingAround(id))),
        ),
        edges: selectedEdges,
        notes: withChanges(selectedNotes, selection.filter(({ id }) => id.startsWith(noteKey(''))).map(withoutPrefix)),
      });
    // A resized frame also reports its position, and does not move its children.
    const resized = new Set(changes.flatMap((change) => (change.type === 'dimensions' ? change.id : [])));
    const moves = changes.filter(hasPosition).filter(({ id }) => !resized.has(id) || id.includes(':'));
    if (moves.length === 0) return;
    const positions = positionsAfter(document, moves);
    if (moves.some(({ dragging }) => dragging)) {
      const drawn = drawnAt(document, positions);
      this.#endLayers ??= this.#dragAsLayers(new Set(drawn.keys()));
      // Within one step of the grid nothing has moved yet.
      if (isSamePositions(this.#dragged, drawn)) return;
      this.#dragged = drawn;
      // What is drawn around nodes follows them.
      this.#isMovedDirectly = !isFramed(document) && moveDrawn(flowStore, drawn);
      return this.#isMovedDirectly ? undefined : setDragged(drawn);
    }
    this.endLayers();
    this.#dragged = nothingDragged;
    if (this.#isMovedDirectly) drawAsListed(flowStore);
    else setDragged(nothingDragged);
    this.#isMovedDirectly = false;
    this.#commitMove(positions);
  };

  readonly endLayers = () => {
    this.#endLayers?.();
    this.#endLayers = undefined;
  };

  readonly onNodeDrag = (event: MouseEvent | TouchEvent, node: DrawnNode, all: readonly DrawnNode[]) => {
    if (!('clientX' in event)) return;
    const { document } = this.#tools.store.getState();
    const { clientX, clientY } = event;
    const mayGoInto = all.length === 1 && node.type === 'step' && isLoose(document, node.id);
    const edgeId = mayGoInto ? edgeUnder(event) : undefined;
    const ids = new Set(all.flatMap(({ id, type }) => (type === 'step' || type === 'container' ? id : [])));
    const isStep = node.type === 'step' || node.type === 'container';
    // The position reads the layout of the page, which most workflows do not need here.
    const mayChangeScope = edgeId === undefined && isStep && framesOf(document.nodes).size > 0;
    const scope = mayChangeScope ? scopeUnder(document, ids, this.#flowPosition(event)) : undefined;
    this.#drop = { edgeId, scope, at: { clientX, clientY } };
    markEdge(edgeId);
    markFrames({ into: scope?.containerId, outOf: scope?.left });
  };

  readonly onEdgesChange = (changes: EdgeChange<FlowEdge>[]) => {
    const selection = changes.filter((change) => change.type === 'select');
    if (selection.length === 0) return;
    const { selectedNodes, selectedEdges, selectedNotes, select } = this.#tools.store.getState();
    select({ nodes: selectedNodes, edges: withChanges(selectedEdges, selection), notes: selectedNotes });
  };

  readonly onSelectionStart = () => {
    const { userSelectionRect: drawn } = this.#tools.flowStore.getState();
    this.#selectionStart = drawn ? { x: drawn.startX, y: drawn.startY } : undefined;
  };

  readonly onSelectionEnd = (event: ReactMouseEvent) => {
    const { document, selectedNodes, selectedEdges, selectedNotes, select } = this.#tools.store.getState();
    const from = this.#selectionStart;
    const to = this.#flowPosition(event);
    const boxes = from ? collapsedWithin(collapsedGroups(document, { selected: selectedNodes }), from, to) : [];
    const frames = from ? [...framesWithin(document, from, to), ...boxes] : [];
    if (frames.length > 0) select({ nodes: [...selectedNodes, ...frames], edges: selectedEdges, notes: selectedNotes });
  };

  /** A frame that a selection only touches, as one drawn inside of it does, is not selected by it. */
  #isDrawingAround(nodeId: string): boolean {
    const { flowStore, store } = this.#tools;
    return flowStore.getState().userSelectionRect !== null && framesOf(store.getState().document.nodes).has(nodeId);
  }

  #dragAsLayers(ids: ReadonlySet<string>): () => void {
    const { store, flowStore } = this.#tools;
    const { domNode, transform, width, height } = flowStore.getState();
    const moving = new Set(
      store
        .getState()
        .document.edges.filter(({ source, target }) => ids.has(source) || ids.has(target))
        .map(({ id }) => id),
    );
    const elements = <E extends HTMLElement | SVGGElement>(selector: string, wanted: ReadonlySet<string>) =>
      [...(domNode?.querySelectorAll<E>(selector) ?? [])].filter(({ dataset }) => wanted.has(dataset.id ?? ''));
    const [x, y, zoom] = transform;
    const showGrabAreas = hideGrabAreas(flowStore, moving);
    const endLayers = dragAsLayers({
      nodes: elements<HTMLElement>('.react-flow__node', ids),
      edges: elements<SVGGElement>('.react-flow__edge', moving),
      // As far as one sees, and as much again on each side.
      around: { x: (-x - width) / zoom, y: (-y - height) / zoom, width: (3 * width) / zoom, height: (3 * height) / zoom },
    });
    return () => {
      endLayers();
      showGrabAreas();
    };
  }

  #flowPosition({ clientX, clientY }: ClientPosition): Position {
    return this.#tools.screenToFlowPosition({ x: clientX, y: clientY });
  }

  #commitMove(positions: Dragged): void {
    const { commands, ui } = this.#tools;
    const { edgeId, scope, at } = this.#drop;
    this.#drop = {};
    markEdge(undefined);
    markFrames({});
    const [nodeId] = [...positions.keys()];
    const position = nodeId === undefined ? undefined : positions.get(nodeId);
    if (edgeId !== undefined && nodeId !== undefined && position) {
      commands.insertMoved(nodeId, { edgeId, position });
      return;
    }
    const nodes = new Map([...positions].filter(([id]) => !id.includes(':')));
    if (scope) {
      const count = commands.moveInto({ ...scope, positions: nodes });
      ui.getState().notify(count > 0 ? { kind: 'nesting', reason: 'edges', count, at } : undefined);
      return;
    }
    const notes = new Map(
      [...positions].filter(([id]) => id.includes(':')).map(([id, to]) => [id.slice(noteKey('').length), to]),
    );
    commands.moveTo(nodes, 'move', notes);
  }
}

function isFramed({ nodes, canvas }: Workflow): boolean {
  return framesOf(nodes).size > 0 || (canvas?.groups?.length ?? 0) > 0;
}

function isSamePositions(some: Dragged, others: Dragged): boolean {
  return some.size === others.size && [...some].every(([id, { x, y }]) => others.get(id)?.x === x && others.get(id)?.y === y);
}

type Move = NodePositionChange & { position: Position };

function hasPosition(change: NodeChange<DrawnNode>): change is Move {
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
