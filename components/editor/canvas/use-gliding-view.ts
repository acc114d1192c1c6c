'use client';
import { type ReactFlowState, useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';
import { Glider } from '#components/editor/canvas/glider.ts';

/** Lets the canvas glide while it is pulled along, scrolled, or moved by keys: everything but zooming. */
export function useGlidingView(): void {
  const store = useStoreApi();
  useEffect(() => {
    let glider: Glider | undefined;
    const unsubscribe = store.subscribe((state, before) => {
      if (state.transform === before.transform) return;
      if (state.transform[2] !== before.transform[2]) return glider?.settle();
      glider ??= viewGlider(state);
      glider?.move(onWholePixels(state.transform));
    });
    return () => {
      unsubscribe();
      glider?.settle();
    };
  }, [store]);
}

function viewGlider({ domNode }: ReactFlowState): Glider | undefined {
  const viewport = domNode?.querySelector<HTMLElement>('.react-flow__viewport');
  return viewport ? new Glider(viewport) : undefined;
}

/** A picture between two pixels is a blurred one. */
function onWholePixels([x, y, zoom]: ReactFlowState['transform']): string {
  const whole = (px: number) => Math.round(px * devicePixelRatio) / devicePixelRatio;
  return `translate(${whole(x)}px, ${whole(y)}px) scale(${zoom})`;
}
