import { promoteDeployment } from '#lib/api/deployments.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadDeployment, toDeploymentResource } from '../../resources/deployment-resource.ts';
import { forgetPublished } from './forget-published.ts';

export const promoteDeploymentHandler = defineHandler(promoteDeployment, async ({ params, body, repos, deps, workspaceId }) => {
  await repos.deployments.promote(params.slug, body.version);
  forgetPublished(deps, workspaceId);
  await deps.triggers.arm(params.slug);
  return { status: 200, body: toDeploymentResource(await loadDeployment(repos, params.slug)) };
});
