import type { Position } from '#lib/workflow/edit/move-nodes.ts';

export const GRID_PX = 8;

type Move = { readonly id: string; readonly position: Position };

/** Where dragged nodes land: the first of them on the grid, the others as far from it as they were. */
export function snapMove(nodes: readonly Move[], moves: readonly Move[]): ReadonlyMap<string, Position> {
  const byId = new Map(nodes.map((node) => [node.id, node.position]));
  const [first] = moves;
  const before = first && byId.get(first.id);
  if (!first || !before) return new Map();
  const delta = { x: onGrid(first.position.x) - before.x, y: onGrid(first.position.y) - before.y };
  return new Map(
    moves.flatMap(({ id }) => {
      const from = byId.get(id);
      return from ? [[id, { x: from.x + delta.x, y: from.y + delta.y }] as const] : [];
    }),
  );
}

/** The nearest place on the grid. */
export function onGrid(px: number): number {
  return Math.round(px / GRID_PX) * GRID_PX + 0;
}
