import { boxOf, type Frame, framesOf } from '#components/editor/document/container-frames.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { NodeId, Workflow } from '#lib/workflow/workflow.ts';

/** What stays free around a box, in pixels. */
const GAP_PX = 16;
/** Positions are tried on rings this far apart. */
const STEP_PX = 24;
const RINGS_MAX = 60;

/** Boxes of the nodes of a scope, and outside of containers of the notes. */
export function boxesIn({ nodes, canvas }: Pick<Workflow, 'nodes' | 'canvas'>, parentId: NodeId | undefined): Frame[] {
  const frames = framesOf(nodes);
  const ofNodes = nodes.filter((node) => node.parentId === parentId).map((node) => boxOf(node, frames));
  const notes = parentId === undefined ? (canvas?.notes ?? []) : [];
  return [...ofNodes, ...notes.map(({ position, width, height }) => ({ ...position, width, height }))];
}

/**
 * The upper left corner of the free position nearest to that of `wanted`. When everything around is covered, the one
 * to the right of all boxes.
 */
export function findFreeBox(boxes: readonly Frame[], wanted: Frame): Position {
  const isFree = ({ x, y }: Position) => boxes.every((box) => areApart(box, { ...wanted, x, y }));
  for (let ring = 0; ring <= RINGS_MAX; ring++) {
    const found = ringAround(wanted, ring * STEP_PX).find(isFree);
    if (found) return found;
  }
  return { x: Math.max(...boxes.map(({ x, width }) => x + width)) + GAP_PX, y: wanted.y };
}

export function areApart(a: Frame, b: Frame, gapPx = GAP_PX): boolean {
  const isBeside = a.x + a.width + gapPx <= b.x || b.x + b.width + gapPx <= a.x;
  return isBeside || a.y + a.height + gapPx <= b.y || b.y + b.height + gapPx <= a.y;
}

/** Positions on a square around this one, the nearest ones first, below and right before above and left. */
function ringAround({ x, y }: Position, distancePx: number): Position[] {
  if (distancePx === 0) return [{ x, y }];
  const sides: Position[] = [];
  for (let along = 0; along <= distancePx; along += STEP_PX)
    for (const side of along === 0 ? [0] : [along, -along])
      sides.push(
        { x: x + side, y: y + distancePx },
        { x: x + distancePx, y: y + side },
        { x: x + side, y: y - distancePx },
        { x: x - distancePx, y: y + side },
      );
  return sides;
}
