import type { NodeId, Workflow } from '../workflow.ts';
import { bodyOf } from './body-of.ts';
import type { Position } from './move-nodes.ts';

/** Adds moves for the bodies of moved containers. Nodes that have a move of their own keep it. */
export function withBodyMoves(
  { nodes }: Pick<Workflow, 'nodes'>,
  positions: ReadonlyMap<NodeId, Position>,
): ReadonlyMap<NodeId, Position> {
  const body = bodyOf(nodes, new Set(positions.keys())).filter(({ id }) => !positions.has(id));
  if (body.length === 0) return positions;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const all = new Map(positions);
  for (const { id, position, parentId } of body) {
    let around = parentId;
    while (around !== undefined && !positions.has(around)) around = byId.get(around)?.parentId;
    const before = around === undefined ? undefined : byId.get(around)?.position;
    const after = around === undefined ? undefined : positions.get(around);
    if (before && after) all.set(id, { x: position.x + after.x - before.x, y: position.y + after.y - before.y });
  }
  return all;
}
