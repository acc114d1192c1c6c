import { setImmediate as nextTurn } from 'node:timers/promises';
import { bundleAgents } from '#lib/workflow/bundle-agents.ts';
import { bundleWorkflow, type CallTarget, type PublishedWorkflow } from '#lib/workflow/called-workflows.ts';
import { withoutReach } from '#lib/workflow/without-reach.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';

type Stored = Pick<Repositories, 'workflows' | 'versions' | 'agents' | 'deployments'>;

/**
 * Inlines the sub-workflows and agents of this workspace: current drafts, versions as published, and the published
 * workflows that are tools. Removes those that the document already contains, because they could impersonate others.
 * @param workflowId of the workflow itself: it may not call itself as a tool
 */
export async function inlineSubworkflows(workflow: Workflow, repos: Stored, workflowId?: string): Promise<Workflow> {
  return bundleWorkflow(await freezeAgents(withoutReach(workflow), repos), (target) => readTarget(target, repos), {
    readTool: (slug) => readPublished(slug, repos),
    workflowId,
  });
}

function freezeAgents(workflow: Workflow, { agents }: Stored): Promise<Workflow> {
  return bundleAgents(workflow, (name) => agents.find(name));
}

/**
 * Like `inlineSubworkflows`, for any JSON. Returns a value that is not a workflow unchanged, so that
 * validation reports it.
 */
export async function inlineSubworkflowsIfReadable(json: unknown, repos: Stored, workflowId?: string): Promise<unknown> {
  const parsed = workflowSchema.safeParse(json);
  // Validation reads a large document again, in a turn of the event loop of its own.
  await nextTurn();
  return parsed.success ? inlineSubworkflows(parsed.data, repos, workflowId) : json;
}

async function readTarget({ workflowId, version }: CallTarget, repos: Stored): Promise<Workflow | undefined> {
  const stored = version === undefined ? await repos.workflows.get(workflowId) : await repos.versions.get(workflowId, version);
  // One that another build wrote and this one cannot read is none that could be run.
  const parsed = stored ? workflowSchema.safeParse(JSON.parse(stored.document)).data : undefined;
  const read = parsed && withoutReach(parsed);
  return read && version === undefined ? freezeAgents(read, repos) : read;
}

async function readPublished(slug: string, repos: Stored): Promise<PublishedWorkflow | undefined> {
  const deployment = await repos.deployments.get(slug);
  if (!deployment) return undefined;
  const { workflowId, version } = deployment;
  const document = await readTarget({ workflowId, version }, repos);
  return document && { workflowId, version, document };
}
