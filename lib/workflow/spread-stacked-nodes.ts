import { flowOrder } from './flow-order.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';

/** Between the middles of neighbours. */
const ACROSS_PX = 260;
const DOWN_PX = 110;

/**
 * The nodes in rows by their distance from the start if all of them have one position, as documents made by programs
 * have; else as they are.
 */
export function spreadStackedNodes({ nodes, edges }: Pick<Workflow, 'nodes' | 'edges'>): WorkflowNode[] {
  const [first] = nodes;
  const isStacked = nodes.every(({ position }) => position.x === first?.position.x && position.y === first.position.y);
  // Positions in a container are relative to it, and its size is that of its nodes.
  if (nodes.length < 2 || !isStacked || nodes.some(({ parentId }) => parentId !== undefined)) return [...nodes];
  const rows = rowsOf(flowOrder({ nodes, edges }), edges);
  const members = Map.groupBy(nodes, ({ id }) => rows.get(id) ?? 0);
  return nodes.map((node) => {
    const row = rows.get(node.id) ?? 0;
    const inRow = members.get(row) ?? [];
    const place = inRow.indexOf(node) - (inRow.length - 1) / 2;
    return { ...node, position: { x: place * ACROSS_PX, y: row * DOWN_PX } };
  });
}

function rowsOf(ordered: readonly WorkflowNode[], edges: Workflow['edges']): Map<string, number> {
  const rows = new Map<string, number>();
  const incoming = Map.groupBy(edges, ({ target }) => target);
  for (const { id } of ordered) {
    const before = (incoming.get(id) ?? []).flatMap(({ source }) => rows.get(source) ?? []);
    rows.set(id, before.length === 0 ? 0 : Math.max(...before) + 1);
  }
  return rows;
}
