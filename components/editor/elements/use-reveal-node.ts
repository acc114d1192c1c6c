'use client';
import { useReactFlow, useStoreApi } from '@xyflow/react';
import { boxOf, type Frame, framesOf } from '#components/editor/document/container-frames.ts';
import type { EditorState } from '#components/editor/document/editor-store.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { canvasBars } from '#components/editor/elements/canvas-bars.ts';
import { clearMove } from '#components/editor/elements/clear-move.ts';
import { inWindow } from '#components/editor/elements/fit-boxes.ts';
import { frameOf } from '#lib/workflow/edit/align-boxes.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

type RevealOptions = {
  /** Zooms in to at least this. @defaultValue the zoom stays */
  readonly leastZoom?: number;
};

/** Scrolls a part of the canvas into view. Does nothing if all of it is visible and clear of the bars. */
function useRevealBox(): (box: Frame, options?: RevealOptions) => void {
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  return (box, { leastZoom = 0 } = {}) => {
    const { x, y, zoom } = flow.getViewport();
    const { width, height } = flowStore.getState();
    const { x: moveX, y: moveY } = clearMove(inWindow(box, { x, y, zoom }), { width, height }, canvasBars());
    if (moveX === 0 && moveY === 0 && zoom >= leastZoom) return;
    const isNear = Math.abs(moveX) < width / 2 && Math.abs(moveY) < height / 2;
    // What is nearly in view keeps its surroundings in view; anything else comes to the middle.
    if (isNear && zoom >= leastZoom) void flow.setViewport({ x: x + moveX, y: y + moveY, zoom });
    else void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: Math.max(zoom, leastZoom) });
  };
}

/** Scrolls a node into view. Does nothing if it is completely visible. */
export function useRevealNode(): (nodeId: NodeId, options?: RevealOptions) => void {
  const store = useEditorStore();
  const reveal = useRevealBox();
  return (nodeId, options) => {
    const { nodes } = store.getState().document;
    const node = nodes.find(({ id }) => id === nodeId);
    if (node) reveal(boxOf(node, framesOf(nodes)), options);
  };
}

/** Scrolls the selected nodes and notes into view. */
export function useRevealSelection(): () => void {
  const store = useEditorStore();
  const reveal = useRevealBox();
  return () => {
    const boxes = selectedBoxes(store.getState());
    if (boxes.length > 0) reveal(frameOf(boxes));
  };
}

function selectedBoxes({ document, selectedNodes, selectedNotes }: EditorState): Frame[] {
  const frames = framesOf(document.nodes);
  const nodes = document.nodes.filter(({ id }) => selectedNodes.has(id)).map((node) => boxOf(node, frames));
  const notes = document.canvas?.notes?.filter(({ id }) => selectedNotes.has(id)) ?? [];
  return [...nodes, ...notes.map(({ position, width, height }) => ({ ...position, width, height }))];
}
