import { frameOf } from '#lib/workflow/edit/align-boxes.ts';
import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';

/** Fits the whole workflow between the controls at the top and at the bottom, at a zoom of 1 at most. */
export const FIT_ALL = { maxZoom: 1, padding: { top: '44px', right: '32px', bottom: '48px', left: '32px' } } as const;

/** Initial view: at a readable zoom. */
const FIT_FIRST = { ...FIT_ALL, minZoom: 0.5 };
/** As much of a large workflow as is readable at once, in pixels at 100 %. */
const FIRST_PART = { width: 1600, height: 900 };

/** Initial view: the whole workflow; of a large one the part that it starts with. */
export function fitFirst(nodes: readonly WorkflowNode[]): typeof FIT_FIRST & { nodes?: { id: NodeId }[] } {
  const start = nodes.find(({ type }) => type === 'start');
  if (!start) return FIT_FIRST;
  const { x, y } = start.position;
  const isNear = ({ position }: WorkflowNode) =>
    Math.abs(position.x - x) <= FIRST_PART.width / 2 && position.y >= y && position.y <= y + FIRST_PART.height;
  const first = nodes.filter(isNear);
  return isLargerThan(nodes, FIRST_PART) ? { ...FIT_FIRST, nodes: first.map(({ id }) => ({ id })) } : FIT_FIRST;
}

function isLargerThan(nodes: readonly WorkflowNode[], { width, height }: { width: number; height: number }): boolean {
  const box = frameOf(nodes.map(({ position }) => ({ ...position, width: 0, height: 0 })));
  return box.width > width || box.height > height;
}
