import type { Workflow } from '#lib/workflow/workflow.ts';

const LARGE_OVER_NODES = 200;

/** Whether checking, writing out or reading a document takes long enough that a frame would be missed, or a page wait for it. */
export function isLarge({ nodes }: Workflow): boolean {
  return nodes.length > LARGE_OVER_NODES;
}
