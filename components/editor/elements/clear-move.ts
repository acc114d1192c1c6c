import type { Frame } from '#components/editor/document/container-frames.ts';
import { overlaps } from '#components/editor/elements/fit-boxes.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';

const MARGIN_PX = 24;
/** Between a bar and what is moved away from it. */
const GAP_PX = 8;
const BARS_MAX = 6;

type Canvas = { readonly width: number; readonly height: number };

/** How far a box has to move, in pixels of the window, to be inside of the canvas and under none of the bars. */
export function clearMove(box: Frame, canvas: Canvas, bars: readonly Frame[]): Position {
  const inside = { x: neededMove(box.x, box.width, canvas.width), y: neededMove(box.y, box.height, canvas.height) };
  let move = inside;
  for (let left = BARS_MAX; left > 0; left--) {
    const at = { ...box, x: box.x + move.x, y: box.y + move.y };
    const bar = bars.find((one) => overlaps(at, one, 0));
    const away = bar && escapeFrom(at, bar, canvas);
    if (!away) return move;
    move = { x: move.x + away.x, y: move.y + away.y };
  }
  return inside;
}

/** The shortest move that clears a bar and stays inside of the canvas. */
function escapeFrom(box: Frame, bar: Frame, { width, height }: Canvas): Position | undefined {
  const moves = [
    { x: 0, y: bar.y - GAP_PX - box.height - box.y },
    { x: 0, y: bar.y + bar.height + GAP_PX - box.y },
    { x: bar.x - GAP_PX - box.width - box.x, y: 0 },
    { x: bar.x + bar.width + GAP_PX - box.x, y: 0 },
  ];
  const isInside = (move: Position) =>
    box.x + move.x >= 0 && box.y + move.y >= 0 && box.x + move.x + box.width <= width && box.y + move.y + box.height <= height;
  const fitting = moves.filter(isInside);
  return fitting.sort((a, b) => Math.abs(a.x + a.y) - Math.abs(b.x + b.y))[0];
}

/** How far a part from `startPx` has to move to be within a length; 0 if it is. */
function neededMove(startPx: number, sizePx: number, lengthPx: number): number {
  const least = Math.min(MARGIN_PX - startPx, lengthPx - MARGIN_PX - startPx - sizePx);
  const most = Math.max(MARGIN_PX - startPx, lengthPx - MARGIN_PX - startPx - sizePx);
  // Between the two it is visible; a part larger than the view covers it then.
  return Math.min(Math.max(0, least), most);
}
