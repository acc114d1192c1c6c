import type { Position } from '#lib/workflow/edit/move-nodes.ts';

export const GRID_PX = 8;

type Move = { readonly id: string; readonly position: Position };

/** Where dragged nodes land: the first of them on the grid, the others as far from it as they were. */
export function snapMove(positions: ReadonlyMap<string, Position>, moves: readonly Move[]): ReadonlyMap<string, Position> {
  const [first] = moves;
  const before = first && positions.get(first.id);
  if (!first || !before) return new Map();
  const delta = { x: onGrid(first.position.x) - before.x, y: onGrid(first.position.y) - before.y };
  return new Map(
    moves.flatMap(({ id }) => {
      const from = positions.get(id);
      return from ? [[id, { x: from.x + delta.x, y: from.y + delta.y }] as const] : [];
    }),
  );
}

/** The nearest position on the grid. */
export function onGrid(px: number): number {
  return Math.round(px / GRID_PX) * GRID_PX + 0;
}
