import { deleteDeployment } from '#lib/api/deployments.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { deploymentNotFound } from '../../resources/deployment-resource.ts';
import { forgetPublished } from './forget-published.ts';

export const deleteDeploymentHandler = defineHandler(deleteDeployment, async ({ params, repos, deps, workspaceId }) => {
  const isRemoved = await repos.deployments.remove(params.slug);
  if (!isRemoved) throw deploymentNotFound(params.slug);
  forgetPublished(deps, workspaceId);
  return { status: 204 };
});
