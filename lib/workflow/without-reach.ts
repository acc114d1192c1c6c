import type { Workflow } from './workflow.ts';

/** Where a version keeps the list of what it may touch. */
export const REACH_KEY = 'reach';

/** The document as it is edited: a list that it brings along is not one that was published. */
export function withoutReach(workflow: Workflow): Workflow {
  if (!Object.hasOwn(workflow, REACH_KEY)) return workflow;
  const { [REACH_KEY]: _stored, ...own } = workflow as Record<string, unknown>;
  return own as Workflow;
}
