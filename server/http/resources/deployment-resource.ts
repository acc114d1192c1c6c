import type { DeploymentResource } from '#lib/api/deployments.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Deployment } from '../../db/repositories/deployment-repository.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';

/** @throws {AppError} `not-found` */
export async function loadDeployment(repos: Repositories, slug: string): Promise<Deployment> {
  const deployment = await repos.deployments.get(slug);
  if (deployment) return deployment;
  throw deploymentNotFound(slug);
}

export function deploymentNotFound(slug: string): AppError {
  return new AppError('not-found', `There is no deployment ${slug}.`);
}

export function toDeploymentResource(deployment: Deployment): DeploymentResource {
  const { allowedModels, allowsToolNames, allowsDecisions, sharesRuns, allowsCallerTools, publishesCard, allowedOrigins } =
    deployment;
  const { slug, workflowId, workflowName, version, events, createdAt, updatedAt } = deployment;
  return {
    slug,
    workflowId,
    workflowName,
    version,
    events,
    allow: {
      models: allowedModels,
      toolNames: allowsToolNames,
      decisions: allowsDecisions,
      sharedRuns: sharesRuns,
      callerTools: allowsCallerTools,
      publicCard: publishesCard,
      origins: allowedOrigins,
    },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
