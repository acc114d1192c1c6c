import { setImmediate as nextTurn } from 'node:timers/promises';
import { bundleWorkflow, type CallTarget } from '#lib/workflow/called-workflows.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';

type Stored = Pick<Repositories, 'workflows' | 'versions'>;

/**
 * Inlines the sub-workflows of this workspace: current drafts, and versions as published. Removes
 * those that the document already contains, because they could impersonate others.
 */
export function inlineSubworkflows(workflow: Workflow, repos: Stored): Promise<Workflow> {
  return bundleWorkflow(workflow, (target) => readTarget(target, repos));
}

/**
 * Like `inlineSubworkflows`, for any JSON. Returns a value that is not a workflow unchanged, so that
 * validation reports it.
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
