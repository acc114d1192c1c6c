import type { Frame } from '#components/editor/document/container-frames.ts';
import { frameOf } from '#lib/workflow/edit/align-boxes.ts';

type Size = { readonly width: number; readonly height: number };
type View = { readonly x: number; readonly y: number; readonly zoom: number };
type FitOptions = {
  /** In pixels of the window. */
  readonly canvas: Size;
  /** What covers the canvas, from its corner, in pixels of the window. */
  readonly bars: readonly Frame[];
  /** Higher workflows are shown from their top at this zoom, wider ones from their middle. @defaultValue 0.1 */
  readonly leastZoom?: number;
};

const PADDING_PX = 6;
/** Pixels of the window between a bar and a node. */
const BAR_GAP_PX = 4;
const SHIFT_PX = 12;
/** How much smaller a workflow may become to keep clear of the bars. */
const SHRINK_LEAST = 0.8;
const SHRINK_STEP = 0.96;

/** The view that shows all boxes at 100 % or less, so that no bar covers one; with no such view, centred. */
export function fitBoxes(boxes: readonly Frame[], { canvas, bars, leastZoom = 0.1 }: FitOptions): View {
  const hull = boxes.length === 0 ? { x: 0, y: 0, width: 0, height: 0 } : frameOf(boxes);
  const room = { width: canvas.width - 2 * PADDING_PX, height: canvas.height - 2 * PADDING_PX };
  const whole = Math.min(1, room.width / Math.max(1, hull.width), room.height / Math.max(1, hull.height));
  if (whole < leastZoom) return fromTop(hull, { canvas, zoom: leastZoom });
  for (let zoom = whole; zoom >= Math.max(leastZoom, whole * SHRINK_LEAST); zoom *= SHRINK_STEP) {
    const slack = { across: (room.width - hull.width * zoom) / 2, down: (room.height - hull.height * zoom) / 2 };
    for (const [across, down] of shiftsWithin(slack)) {
      const view = shiftedBy(centred(hull, { canvas, zoom }), across, down);
      if (!isCovered(boxes, view, bars)) return view;
    }
  }
  return centred(hull, { canvas, zoom: Math.max(leastZoom, whole) });
}

/** True if a bar covers one of the boxes. */
export function isCovered(boxes: readonly Frame[], view: View, bars: readonly Frame[]): boolean {
  return boxes.some((box) => bars.some((bar) => overlaps(inWindow(box, view), bar)));
}

/** A box of the canvas in pixels of the window. */
export function inWindow({ x, y, width, height }: Frame, view: View): Frame {
  return { x: x * view.zoom + view.x, y: y * view.zoom + view.y, width: width * view.zoom, height: height * view.zoom };
}

export function overlaps(a: Frame, b: Frame, gapPx = BAR_GAP_PX): boolean {
  const isAcross = a.x < b.x + b.width + gapPx && b.x < a.x + a.width + gapPx;
  return isAcross && a.y < b.y + b.height + gapPx && b.y < a.y + a.height + gapPx;
}

function centred(hull: Frame, { canvas, zoom }: { canvas: Size; zoom: number }): View {
  return {
    x: canvas.width / 2 - (hull.x + hull.width / 2) * zoom,
    y: canvas.height / 2 - (hull.y + hull.height / 2) * zoom,
    zoom,
  };
}

/** Shows the upper part of a high hull, and cuts a wide one at both sides. */
function fromTop(hull: Frame, { canvas, zoom }: { canvas: Size; zoom: number }): View {
  const view = centred(hull, { canvas, zoom });
  return { ...view, y: Math.max(view.y, PADDING_PX - hull.y * zoom) };
}

function shiftedBy(view: View, across: number, down: number): View {
  return { ...view, x: view.x + across, y: view.y + down };
}

/** Pairs of shifts, the smallest first. */
function shiftsWithin({ across, down }: { across: number; down: number }): [number, number][] {
  const steps = (slack: number) => {
    const count = Math.max(0, Math.floor(slack / SHIFT_PX));
    return Array.from({ length: 2 * count + 1 }, (_, index) => (index - count) * SHIFT_PX);
  };
  const pairs = steps(across).flatMap((x) => steps(down).map((y): [number, number] => [x, y]));
  return pairs.sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
}
