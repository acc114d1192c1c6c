import { listDeployments } from '#lib/api/deployments.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toDeploymentResource } from '../../resources/deployment-resource.ts';

export const listDeploymentsHandler = defineHandler(listDeployments, async ({ query, repos }) => {
  const { items, nextCursor } = await repos.deployments.list(query);
  return { status: 200, body: { items: items.map(toDeploymentResource), nextCursor } };
});
