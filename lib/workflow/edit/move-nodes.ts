import type { NodeId, Workflow } from '../workflow.ts';

export type Position = { readonly x: number; readonly y: number };

/** JSON reads -0 back as 0. */
export function roundPosition({ x, y }: Position): { x: number; y: number } {
  return { x: Math.round(x) + 0, y: Math.round(y) + 0 };
}

/** Moves these nodes, in whole pixels. Returns the same workflow if none moves. */
export function moveNodes(workflow: Workflow, positions: ReadonlyMap<NodeId, Position>): Workflow {
  let isMoved = false;
  const nodes = workflow.nodes.map((node) => {
    const wanted = positions.get(node.id);
    if (!wanted) return node;
    const position = roundPosition(wanted);
    if (position.x === node.position.x && position.y === node.position.y) return node;
    isMoved = true;
    return { ...node, position: { ...node.position, ...position } };
  });
  return isMoved ? { ...workflow, nodes } : workflow;
}
