import { deleteDeployment } from '#lib/api/deployments.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { deploymentNotFound } from '../../resources/deployment-resource.ts';

export const deleteDeploymentHandler = defineHandler(deleteDeployment, async ({ params, repos, deps, workspaceId }) => {
  const isRemoved = await repos.deployments.remove(params.slug);
  if (!isRemoved) throw deploymentNotFound(params.slug);
  deps.publishing.keyAuthenticator.invalidateAll();
  deps.publishing.workflowTools.invalidate(workspaceId);
  return { status: 204 };
});
