import { getDeployment } from '#lib/api/deployments.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadDeployment, toDeploymentResource } from '../../resources/deployment-resource.ts';

export const getDeploymentHandler = defineHandler(getDeployment, async ({ params, repos }) => {
  const deployment = await loadDeployment(repos, params.slug);
  const versions = await repos.deployments.versions(params.slug);
  return {
    status: 200,
    body: {
      ...toDeploymentResource(deployment),
      versions: versions.map(({ createdAt, ...version }) => ({ ...version, createdAt: createdAt.toISOString() })),
    },
  };
});
