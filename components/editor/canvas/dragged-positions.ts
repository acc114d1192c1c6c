import { drawnPosition, framesOf } from '#components/editor/document/container-frames.ts';
import { groupFrame, groupKey, noteKey } from '#components/editor/elements/drawn-nodes.ts';
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
  const places = new Map<string, Position>();
  for (const node of document.nodes) places.set(node.id, drawnPosition(node, frames));
  for (const { id, position } of document.canvas?.notes ?? []) places.set(noteKey(id), position);
  known.set(document, places);
  return places;
}

/** The same places as the canvas library draws them. */
export function drawnAt(document: Workflow, places: Positions): Positions {
  return between(document, places, 'drawn');
}

/** The frame of a container may reach further than what was drawn of it, and is placed by its own middle. */
function between({ nodes }: Workflow, places: Positions, wanted: 'stored' | 'drawn'): Positions {
  const frames = framesOf(nodes);
  if (frames.size === 0) return places;
  const all = new Map(places);
  for (const node of nodes) {
    const place = all.get(node.id);
    if (!place || !frames.has(node.id)) continue;
    const drawn = drawnPosition(node, frames);
    const sign = wanted === 'drawn' ? 1 : -1;
    all.set(node.id, {
      x: place.x + sign * (drawn.x - node.position.x),
      y: place.y + sign * (drawn.y - node.position.y),
    });
  }
  return all;
}

/** A group has no place of its own: moving it moves its nodes. */
function membersMove(move: Move, { nodes, canvas }: Workflow): readonly Move[] {
  const group = canvas?.groups?.find(({ id }) => groupKey(id) === move.id);
  if (!group) return [move];
  const frames = framesOf(nodes);
  const frame = groupFrame(group, new Map(nodes.map((node) => [node.id, node])), { frames });
  if (!frame) return [];
  const delta = { x: move.position.x - frame.x, y: move.position.y - frame.y };
  return nodes
    .filter(({ id }) => group.nodeIds.includes(id))
    .map((node) => {
      const { x, y } = drawnPosition(node, frames);
      return { id: node.id, position: { x: x + delta.x, y: y + delta.y } };
    });
}
