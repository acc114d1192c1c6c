import { drawnPosition, framesOf } from '#components/editor/document/container-frames.ts';
import { groupFrame } from '#components/editor/document/group-frames.ts';
import { collapsedKey } from '#components/editor/elements/collapsed-nodes.ts';
import { groupKey, noteKey } from '#components/editor/elements/drawn-nodes.ts';
import { snapMove } from '#components/editor/elements/snap-move.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import { withBodyMoves } from '#lib/workflow/edit/with-body-moves.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

type Move = { readonly id: string; readonly position: Position };
type Positions = ReadonlyMap<string, Position>;

/** Positions of moved nodes and notes after a drag, on the grid, with everything in moved containers. */
export function positionsAfter(document: Workflow, moves: readonly Move[]): Positions {
  const drawn = snapMove(
    positionsOf(document),
    moves.flatMap((move) => membersMove(move, document)),
  );
  return withBodyMoves(document, between(document, drawn, 'stored'));
}

const known = new WeakMap<Workflow, Positions>();

/** The drawn positions of everything that can be dragged. Cached per document, as each pointer move reads them. */
function positionsOf(document: Workflow): Positions {
  const before = known.get(document);
  if (before) return before;
  const frames = framesOf(document.nodes);
  const positions = new Map<string, Position>();
  for (const node of document.nodes) positions.set(node.id, drawnPosition(node, frames));
  for (const { id, position } of document.canvas?.notes ?? []) positions.set(noteKey(id), position);
  known.set(document, positions);
  return positions;
}

/** Converts stored positions to those that React Flow draws. */
export function drawnAt(document: Workflow, positions: Positions): Positions {
  return between(document, positions, 'drawn');
}

/** Converts container positions: React Flow positions a frame by its center, which may differ from the stored one. */
function between({ nodes }: Workflow, positions: Positions, wanted: 'stored' | 'drawn'): Positions {
  const frames = framesOf(nodes);
  if (frames.size === 0) return positions;
  const all = new Map(positions);
  for (const node of nodes) {
    const position = all.get(node.id);
    if (!position || !frames.has(node.id)) continue;
    const drawn = drawnPosition(node, frames);
    const sign = wanted === 'drawn' ? 1 : -1;
    all.set(node.id, {
      x: position.x + sign * (drawn.x - node.position.x),
      y: position.y + sign * (drawn.y - node.position.y),
    });
  }
  return all;
}

/** A group has no stored position: moving it moves its nodes. */
function membersMove(move: Move, { nodes, canvas }: Workflow): readonly Move[] {
  const group = canvas?.groups?.find(({ id }) => groupKey(id) === move.id || collapsedKey(id) === move.id);
  if (!group) return [move];
  const frames = framesOf(nodes);
  const frame = groupFrame(group, new Map(nodes.map((node) => [node.id, node])), { frames });
  if (!frame) return [];
  // A box is placed by the middle of its upper edge, a frame by its corner.
  const fromX = move.id === groupKey(group.id) ? frame.x : frame.x + frame.width / 2;
  const delta = { x: move.position.x - fromX, y: move.position.y - frame.y };
  return nodes
    .filter(({ id }) => group.nodeIds.includes(id))
    .map((node) => {
      const { x, y } = drawnPosition(node, frames);
      return { id: node.id, position: { x: x + delta.x, y: y + delta.y } };
    });
}
