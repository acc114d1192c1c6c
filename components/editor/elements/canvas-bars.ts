import type { Frame } from '#components/editor/document/container-frames.ts';
import { canvasBox } from '#components/editor/elements/canvas-focus.ts';

/** What covers the canvas now, from its corner: all that has the attribute `data-canvas-bar`, and the small map. */
export function canvasBars(): Frame[] {
  const { left, top } = canvasBox();
  return [...document.querySelectorAll('[data-canvas-bar], .react-flow__minimap')]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ x, y, width, height }) => ({ x: x - left, y: y - top, width, height }));
}

/** The bars of a canvas that is not drawn yet: tools at the upper left, zoom at the lower left. */
export function usualBars({ width, height }: { readonly width: number; readonly height: number }): Frame[] {
  const isNarrow = window.innerWidth < NARROW_PX;
  return [
    { x: 8, y: 8, width: Math.min(width, isNarrow ? 192 : 156), height: 26 },
    { x: 8, y: height - 34, width: Math.min(width, 166), height: 26 },
  ];
}

/** Under this width of the window the list of node types is a button of the canvas. */
const NARROW_PX = 1200;
