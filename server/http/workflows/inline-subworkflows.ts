import { setImmediate as nextTurn } from 'node:timers/promises';
import { bundleWorkflow, type CallTarget } from '#lib/workflow/called-workflows.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';

type Stored = Pick<Repositories, 'workflows' | 'versions'>;

/**
 * Puts the sub-workflows of this workspace into the document: drafts as they are now, versions as
 * published. Sub-workflows that the document brought along are dropped, since they could pose as
 * others of the workspace.
 */
export function inlineSubworkflows(workflow: Workflow, repos: Stored): Promise<Workflow> {
  return bundleWorkflow(workflow, (target) => readTarget(target, repos));
}

/**
 * As `inlineSubworkflows`, for any JSON: a value that is not a workflow is returned as it is, for
 * validation to report.
 */
export async function inlineSubworkflowsIfReadable(json: unknown, repos: Stored): Promise<unknown> {
  const parsed = workflowSchema.safeParse(json);
  // Validation reads a large document again, in a turn of the event loop of its own.
  await nextTurn();
  return parsed.success ? inlineSubworkflows(parsed.data, repos) : json;
}

async function readTarget({ workflowId, version }: CallTarget, repos: Stored): Promise<Workflow | undefined> {
  const stored = version === undefined ? await repos.workflows.get(workflowId) : await repos.versions.get(workflowId, version);
  // One that another build wrote and this one cannot read is none that could be run.
  return stored ? workflowSchema.safeParse(JSON.parse(stored.document)).data : undefined;
}
