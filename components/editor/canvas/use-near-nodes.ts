'use client';
import { useStoreApi } from '@xyflow/react';
import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react';
import { NearNodes } from '#components/editor/canvas/near-nodes.ts';
import { boxOf, framesOf } from '#components/editor/document/container-frames.ts';
import { useEditorStore, useIsFrozen } from '#components/editor/document/use-editor.tsx';
import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';

/** How far outside of a face its ports are taken hold of, in pixels of the window: what `.step-port::after` covers. */
const REACH_PX = 16;

const isNearNothing = () => false;

export const NearNodesContext = createContext(new NearNodes());

/** Whether a node's ports are drawn for connecting. Renders again when that changes. */
export function useIsNear(nodeId: NodeId): boolean {
  const nodes = useContext(NearNodesContext);
  const subscribe = useCallback((listener: () => void) => nodes.subscribe(nodeId, listener), [nodes, nodeId]);
  return useSyncExternalStore(subscribe, () => nodes.has(nodeId), isNearNothing);
}

/** For the canvas: tracks the nodes near the pointer. On touch screens all are near. */
export function useNearPointer(): void {
  const nodes = useContext(NearNodesContext);
  const store = useEditorStore();
  const flowStore = useStoreApi();
  const isFrozen = useIsFrozen();
  useEffect(() => {
    const { domNode } = flowStore.getState();
    if (!domNode || isFrozen) return;
    const isTouched = matchMedia('(any-pointer: coarse)').matches;
    const onMove = ({ buttons, clientX, clientY }: PointerEvent) => {
      if (buttons !== 0) return;
      const { left, top } = domNode.getBoundingClientRect();
      const [x, y, zoom] = flowStore.getState().transform;
      const position = { x: (clientX - left - x) / zoom, y: (clientY - top - y) / zoom };
      nodes.setNear(nodesNear(store.getState().document.nodes, position, REACH_PX / zoom));
    };
    const look = () => {
      const { connection, connectionClickStartHandle } = flowStore.getState();
      nodes.setAll(isTouched || connection.inProgress || connectionClickStartHandle !== null);
    };
    look();
    domNode.addEventListener('pointermove', onMove);
    const stop = flowStore.subscribe(look);
    return () => {
      stop();
      domNode.removeEventListener('pointermove', onMove);
    };
  }, [nodes, store, flowStore, isFrozen]);
}

function nodesNear(nodes: readonly WorkflowNode[], { x, y }: { x: number; y: number }, reach: number): ReadonlySet<NodeId> {
  const frames = framesOf(nodes);
  const near = nodes.filter((node) => {
    const box = boxOf(node, frames);
    const isAcross = x >= box.x - reach && x <= box.x + box.width + reach;
    return isAcross && y >= box.y - reach && y <= box.y + box.height + reach;
  });
  return new Set(near.map(({ id }) => id));
}
