import type { NodeId, Workflow } from '../workflow.ts';
import { bodyOf } from './body-of.ts';
import type { Position } from './move-nodes.ts';

/** Adds moves for the bodies of moved containers. Nodes that have a move of their own keep it. */
export function withBodyMoves(
  { nodes }: Pick<Workflow, 'nodes'>,
  places: ReadonlyMap<NodeId, Position>,
): ReadonlyMap<NodeId, Position> {
  const body = bodyOf(nodes, new Set(places.keys())).filter(({ id }) => !places.has(id));
  if (body.length === 0) return places;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const all = new Map(places);
  for (const { id, position, parentId } of body) {
    let around = parentId;
    while (around !== undefined && !places.has(around)) around = byId.get(around)?.parentId;
    const before = around === undefined ? undefined : byId.get(around)?.position;
    const after = around === undefined ? undefined : places.get(around);
    if (before && after) all.set(id, { x: position.x + after.x - before.x, y: position.y + after.y - before.y });
  }
  return all;
}
