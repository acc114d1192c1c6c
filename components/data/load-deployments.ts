import type { Client } from '#lib/api/client.ts';
import type { DeploymentResource } from '#lib/api/deployments.contract.ts';

const DEPLOYMENTS_PER_PAGE = 100;
/** Page limit, in case a server never returns the last page. */
const DEPLOYMENT_PAGES_MAX = 50;

/** Every published address, or those of one workflow; last changed first. */
export async function loadDeployments(
  client: Pick<Client, 'listDeployments'>,
  workflowId?: string,
): Promise<DeploymentResource[]> {
  const all: DeploymentResource[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < DEPLOYMENT_PAGES_MAX; page++) {
    const query = {
      limit: DEPLOYMENTS_PER_PAGE,
      ...(workflowId !== undefined && { workflowId }),
      ...(cursor !== undefined && { cursor }),
    };
    const { items, nextCursor } = await client.listDeployments({ query });
    all.push(...items);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return all;
}
