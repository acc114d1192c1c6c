import type { Workflow } from './workflow.ts';

/** Where a version keeps the list of what it may touch. */
export const REACH_KEY = 'reach';

/** Removes the list: in a document that is edited or imported, it is not the one that publishing computed. */
export function withoutReach(workflow: Workflow): Workflow {
  if (!Object.hasOwn(workflow, REACH_KEY)) return workflow;
  const { [REACH_KEY]: _stored, ...own } = workflow as Record<string, unknown>;
  return own as Workflow;
}
