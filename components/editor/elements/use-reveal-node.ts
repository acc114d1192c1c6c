'use client';
import { useReactFlow, useStoreApi } from '@xyflow/react';
import { boxOf, framesOf } from '#components/editor/document/container-frames.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import type { NodeId } from '#lib/workflow/workflow.ts';

const MARGIN_PX = 24;

/** Scrolls a node into view. Does nothing if it is completely visible. */
export function useRevealNode(): (nodeId: NodeId) => void {
  const store = useEditorStore();
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  return (nodeId) => {
    const { nodes } = store.getState().document;
    const node = nodes.find(({ id }) => id === nodeId);
    if (!node) return;
    const box = boxOf(node, framesOf(nodes));
    const { x, y, zoom } = flow.getViewport();
    const { width, height } = flowStore.getState();
    const left = box.x * zoom + x;
    const top = box.y * zoom + y;
    const isSeen =
      left >= MARGIN_PX &&
      top >= MARGIN_PX &&
      left + box.width * zoom <= width - MARGIN_PX &&
      top + box.height * zoom <= height - MARGIN_PX;
    if (!isSeen) void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom });
  };
}
