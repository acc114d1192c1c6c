'use client';
import { useReactFlow, useStoreApi } from '@xyflow/react';
import { faceOf } from '#components/editor/canvas/node-face.ts';
import { useEditorStore } from '#components/editor/use-editor.tsx';
import type { NodeId } from '#lib/workflow/workflow.ts';

const MARGIN_PX = 24;

/** Brings a node into sight; the canvas stays as it is when all of it is there already. */
export function useRevealNode(): (nodeId: NodeId) => void {
  const store = useEditorStore();
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  return (nodeId) => {
    const node = store.getState().document.nodes.find(({ id }) => id === nodeId);
    if (!node) return;
    const { widthPx, heightPx } = faceOf(node);
    const { x, y, zoom } = flow.getViewport();
    const { width, height } = flowStore.getState();
    const left = (node.position.x - widthPx / 2) * zoom + x;
    const top = node.position.y * zoom + y;
    const isSeen =
      left >= MARGIN_PX &&
      top >= MARGIN_PX &&
      left + widthPx * zoom <= width - MARGIN_PX &&
      top + heightPx * zoom <= height - MARGIN_PX;
    if (!isSeen) void flow.setCenter(node.position.x, node.position.y + heightPx / 2, { zoom });
  };
}
