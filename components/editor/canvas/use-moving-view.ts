'use client';
import { useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';
import { moveAsLayer, putCanvasFirst } from '#components/editor/canvas/move-as-layer.ts';

/** Pulls the canvas along as a picture, apart from the panels around it. Call it where the canvas is drawn. */
export function useMovingView(): void {
  const store = useStoreApi();
  useEffect(() => {
    const viewport = store.getState().domNode?.querySelector<HTMLElement>('.react-flow__viewport');
    const removeLayer = viewport && moveAsLayer(viewport);
    let putBack: (() => void) | undefined;
    const unsubscribe = store.subscribe(({ paneDragging }, before) => {
      if (paneDragging === before.paneDragging) return;
      putBack?.();
      putBack = paneDragging ? putCanvasFirst() : undefined;
    });
    return () => {
      unsubscribe();
      putBack?.();
      removeLayer?.();
    };
  }, [store]);
}
