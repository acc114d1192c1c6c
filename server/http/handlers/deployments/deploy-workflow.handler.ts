import { createHash } from 'node:crypto';
import { deployWorkflow } from '#lib/api/deployments.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import { storedReach, withOpenHosts, withReach } from '#lib/workflow/stored-reach.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { ANY_HOST, workflowReach } from '#lib/workflow/workflow-reach.ts';
import type { Repositories } from '../../../db/repositories/repositories.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { namesOf } from '../../handler-kit/names-of.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';
import { inlineSubworkflows } from '../../workflows/inline-subworkflows.ts';
import { loadWorkflow } from '../../workflows/load-workflow.ts';
import { forgetPublished } from './forget-published.ts';

export const deployWorkflowHandler = defineHandler(deployWorkflow, async ({ params, body, repos, deps, workspaceId }) => {
  const { workflow: draft } = await loadWorkflow(repos, params.id);
  const workflow = await inlineSubworkflows(draft, repos, params.id);
  const { definitions: tools, settings: policies } = await toolsOf(deps, workspaceId);
  const { valid, errors } = deps.validate(workflow, { tools, names: await namesOf(deps, workspaceId) });
  if (!valid) {
    const [first] = errors;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    throw new AppError('workflow-invalid', `${first?.message ?? 'The workflow is not valid'}${more}`, {
      details: { problems: errors },
    });
  }
  const { nodes, agents } = deps;
  // What a person read before publishing is what runs of this version may touch.
  const listed = workflowReach(workflow, { nodes, agents, tools, settings: policies, codeHosts: deps.tools.codeHosts });
  const reach = listed.hasOpenHost
    ? withOpenHosts(listed, body.hosts ?? (await openHostsOf(repos, { slug: body.slug, workflowId: params.id })))
    : listed;
  const document = deps.format(withReach(workflow, reach));
  // the engine names documents the same way, so that a run of this version stores nothing twice
  const documentHash = createHash('sha256').update(document).digest('base64url');
  const { slug, events, allow = {} } = body;
  const { models: allowedModels, toolNames: allowsToolNames, decisions: allowsDecisions, sharedRuns: sharesRuns } = allow;
  assertKnownModels(allowedModels ?? [], deps.models.list());
  const { callerTools: allowsCallerTools, publicCard: publishesCard, origins: allowedOrigins } = allow;
  const permissions = { allowsToolNames, allowsDecisions, sharesRuns, allowsCallerTools, publishesCard };
  const settings = { slug, events, allowedModels, allowedOrigins, ...permissions };
  const { version } = await repos.deployments.deploy({ ...settings, workflowId: params.id, document, documentHash });
  forgetPublished(deps, workspaceId);
  await deps.triggers.arm(slug);
  return { status: 201, headers: { location: `/api/v1/deployments/${slug}` }, body: { slug, version } };
});

/** Those of the version that the endpoint runs; none for a new one. */
async function openHostsOf(
  repos: Repositories,
  { slug, workflowId }: { slug: string; workflowId: string },
): Promise<readonly string[]> {
  const current = await repos.deployments.get(slug);
  const version = current?.workflowId === workflowId && (await repos.versions.get(workflowId, current.version));
  const reach = version ? storedReach(JSON.parse(version.document) as Workflow) : undefined;
  if (reach) return reach.openHosts;
  return version ? [ANY_HOST] : [];
}

type ListedModel = Pick<ReturnType<ModelRegistry['list']>[number], 'name' | 'provider'>;

/**
 * Callers may only name configured models: a misspelled name would first fail for them.
 * @throws {AppError} `model-not-found`
 */
function assertKnownModels(names: readonly string[], models: readonly ListedModel[]): void {
  const known = models.map(({ name }) => name);
  const isKnown = (name: string) =>
    name === 'default' || known.includes(name) || models.some(({ provider }) => name.startsWith(`${provider}/`));
  const unknown = names.find((name) => !isKnown(name));
  if (unknown === undefined) return;
  const meant = didYouMean(unknown, known);
  const help = meant ? `Did you mean '${meant}'?` : `Known: ${known.join(', ')}, or provider/model of one of their providers.`;
  throw new AppError('model-not-found', `Callers cannot be allowed the model '${unknown}': there is none. ${help}`, {
    details: { model: unknown, known },
  });
}
