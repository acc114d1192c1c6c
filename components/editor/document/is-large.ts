import type { Workflow } from '#lib/workflow/workflow.ts';

const LARGE_OVER_NODES = 200;

/** Whether checking or serializing a document takes long enough to drop a frame. */
export function isLarge({ nodes }: Workflow): boolean {
  return nodes.length > LARGE_OVER_NODES;
}
