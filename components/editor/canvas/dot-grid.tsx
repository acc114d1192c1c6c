'use client';
import { type ReactFlowState, useStoreApi } from '@xyflow/react';
import { useLayoutEffect, useRef } from 'react';
import { moveAsLayer } from '#components/editor/canvas/move-as-layer.ts';

const GAP_PX = 16;
const DOT_PX = 1.5;
/** Below this distance dots look like a grey area, so only every second one is drawn. */
const GAP_MIN_PX = 10;
/**
 * How far the dots extend beyond the canvas, in CSS too: more than the gap at the largest zoom, so
 * that no edge shows.
 */
const OVERHANG_PX = 64;

/**
 * The dots behind a workflow. A pan shifts them as a composited layer by less than a gap, without repainting;
 * React Flow's own pattern repaints the whole canvas on each move.
 */
export function DotGrid() {
  const store = useStoreApi();
  const grid = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!grid.current) return;
    const { style } = grid.current;
    const removeLayer = moveAsLayer(grid.current);
    const updateDots = ({ transform }: ReactFlowState) => placeDots(style, transform);
    updateDots(store.getState());
    const unsubscribe = store.subscribe((state, before) => {
      if (state.transform[2] !== before.transform[2]) updateDots(state);
      else if (state.transform !== before.transform) shiftDots(style, state.transform);
    });
    return () => {
      unsubscribe();
      removeLayer();
    };
  }, [store]);
  return <div ref={grid} aria-hidden="true" className="dot-grid" />;
}

function placeDots(style: CSSStyleDeclaration, transform: ReactFlowState['transform']): void {
  const zoom = transform[2];
  style.setProperty('--dot-gap', `${shownGap(zoom)}px`);
  style.setProperty('--dot-radius', `${Math.max((DOT_PX * zoom) / 2, 0.5)}px`);
  shiftDots(style, transform);
}

function shiftDots(style: CSSStyleDeclaration, [x, y, zoom]: ReactFlowState['transform']): void {
  const gapPx = shownGap(zoom);
  const shift = (px: number) => Math.round((((px + OVERHANG_PX) % gapPx) + gapPx) % gapPx);
  style.transform = `translate(${shift(x)}px, ${shift(y)}px)`;
}

function shownGap(zoom: number): number {
  let gapPx = GAP_PX * zoom;
  while (gapPx < GAP_MIN_PX) gapPx *= 2;
  return gapPx;
}
