import type { NodeId, Workflow, WorkflowNode } from '../workflow/workflow.ts';

/** Between the tops of a node and the next one, and between the centres of two next to each other. */
const STEP_DOWN_PX = 140;
const STEP_ACROSS_PX = 320;
const HEAD_PX = 56;
/** Closer ones would overlap. */
const NEAR_PX = { x: 260, y: 110 };

/**
 * Gives new nodes positions: below the lowest node that leads to them, next to what is there already.
 * Nothing else moves.
 */
export function placeNodes(workflow: Workflow, added: readonly NodeId[]): Workflow {
  if (added.length === 0) return workflow;
  const isNew = new Set(added);
  const placed = new Map(workflow.nodes.filter(({ id }) => !isNew.has(id)).map((node) => [node.id, node]));
  const open = new Map(workflow.nodes.filter(({ id }) => isNew.has(id)).map((node) => [node.id, node]));
  while (open.size > 0) {
    const next = [...open.values()].find((node) => isReady(node, workflow, open)) ?? [...open.values()][0];
    if (!next) break;
    open.delete(next.id);
    placed.set(next.id, { ...next, position: freePosition(next, workflow, placed) });
  }
  return { ...workflow, nodes: workflow.nodes.map(({ id }) => placed.get(id) as WorkflowNode) };
}

type Nodes = ReadonlyMap<NodeId, WorkflowNode>;

function isReady({ id, parentId }: WorkflowNode, { edges }: Workflow, open: Nodes): boolean {
  if (parentId !== undefined && open.has(parentId)) return false;
  return !edges.some(({ source, target }) => target === id && source !== id && open.has(source));
}

function freePosition(node: WorkflowNode, { edges }: Workflow, placed: Nodes): WorkflowNode['position'] {
  const siblings = [...placed.values()].filter(({ parentId }) => parentId === node.parentId);
  const sources = siblings.filter(({ id }) => edges.some(({ source, target }) => source === id && target === node.id));
  const lowest = sources.toSorted((a, b) => b.position.y - a.position.y)[0];
  const position = lowest
    ? { x: lowest.position.x, y: lowest.position.y + heightOf(lowest) }
    : firstPosition(node, siblings, placed);
  while (siblings.some((other) => isNear(other.position, position))) position.x += STEP_ACROSS_PX;
  return position;
}

/** A container is as tall as its size says. */
function heightOf({ size }: WorkflowNode): number {
  return size ? size.height + HEAD_PX : STEP_DOWN_PX;
}

function firstPosition({ parentId }: WorkflowNode, siblings: readonly WorkflowNode[], placed: Nodes): { x: number; y: number } {
  const parent = parentId === undefined ? undefined : placed.get(parentId);
  if (parent && siblings.length === 0) return { x: parent.position.x, y: parent.position.y + HEAD_PX };
  const lowest = siblings.toSorted((a, b) => b.position.y - a.position.y)[0];
  return lowest ? { x: lowest.position.x, y: lowest.position.y + heightOf(lowest) } : { x: 0, y: 0 };
}

function isNear(one: WorkflowNode['position'], other: WorkflowNode['position']): boolean {
  return Math.abs(one.x - other.x) < NEAR_PX.x && Math.abs(one.y - other.y) < NEAR_PX.y;
}
