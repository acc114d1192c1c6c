'use client';
import { useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';
import { moveAsLayer } from '#components/editor/canvas/move-as-layer.ts';

/** Pulls the canvas along as a picture. Call it where the canvas is drawn. */
export function useMovingView(): void {
  const store = useStoreApi();
  useEffect(() => {
    const viewport = store.getState().domNode?.querySelector<HTMLElement>('.react-flow__viewport');
    return viewport ? moveAsLayer(viewport) : undefined;
  }, [store]);
}
