import { bundleWorkflow, type CallTarget } from '#lib/workflow/called-workflows.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';

type Stored = Pick<Repositories, 'workflows' | 'versions'>;

/**
 * The document with what it calls in this workspace inside of it: drafts as they are now, versions as they were published. Whatever it brought along is
 * forgotten, so nobody can be handed another workflow under the name of one of theirs.
 */
export function makeWhole(workflow: Workflow, repos: Stored): Promise<Workflow> {
  return bundleWorkflow(workflow, (target) => readTarget(target, repos));
}

/** As `makeWhole`, of any JSON: what is not shaped like a workflow is left as it is, for validation to say so. */
export async function makeWholeIfReadable(json: unknown, repos: Stored): Promise<unknown> {
  const parsed = workflowSchema.safeParse(json);
  return parsed.success ? makeWhole(parsed.data, repos) : json;
}

async function readTarget({ workflowId, version }: CallTarget, repos: Stored): Promise<Workflow | undefined> {
  const stored = version === undefined ? await repos.workflows.get(workflowId) : await repos.versions.get(workflowId, version);
  // One that another build wrote and this one cannot read is none that could be run.
  return stored ? workflowSchema.safeParse(JSON.parse(stored.document)).data : undefined;
}
