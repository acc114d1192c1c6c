import type { WorkflowRow, WorkflowRows } from '#components/home/home-data.ts';
import { layoutPicture } from '#components/home/layout-picture.ts';
import { RUNS_SHOWN } from '#components/home/summarise-runs.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { DeploymentResource } from '#lib/api/deployments.contract.ts';
import type { listWorkflows } from '#lib/api/workflows.contract.ts';

/** Rows that are asked for at once: each needs two more requests. */
const ROWS_PER_PAGE = 20;
const DEPLOYMENTS_PER_PAGE = 100;
/** A server that never comes to an end of its list would keep the page busy for ever. */
const DEPLOYMENT_PAGES_MAX = 50;

type Wanted = { readonly search?: string; readonly cursor?: string; readonly signal?: AbortSignal };

/** One page of the saved workflows with what the list shows of each, last saved first. */
export async function loadRows(client: Client, { search, cursor, signal }: Wanted = {}): Promise<WorkflowRows> {
  const options = signal && { signal };
  const query = { limit: ROWS_PER_PAGE, ...(search && { search }), ...(cursor && { cursor }) };
  const page = await client.listWorkflows({ query }, options);
  const rows = await Promise.all(page.items.map((item) => loadRow(client, item, options)));
  return { rows, nextCursor: page.nextCursor };
}

type Listed = ContractOutput<typeof listWorkflows>['items'][number];

async function loadRow(client: Client, { id, name, updatedAt }: Listed, options?: { signal: AbortSignal }): Promise<WorkflowRow> {
  const [content, runs] = await Promise.all([
    loadContent(client, id, options),
    client.listRuns({ query: { workflowId: id, limit: RUNS_SHOWN } }, options),
  ]);
  return { workflowId: id, name, savedAt: updatedAt, content, lastRun: runs.items[0], recentRuns: runs.items };
}

async function loadContent(client: Client, id: string, options?: { signal: AbortSignal }): Promise<WorkflowRow['content']> {
  try {
    const { document } = await client.getWorkflow({ params: { id } }, options);
    return { description: document.description, nodeCount: document.nodes.length, picture: layoutPicture(document) };
  } catch (error) {
    // It was deleted a moment ago, or another build wrote it: its name is known all the same.
    if (error instanceof ApiError && (error.status === 404 || error.code === 'workflow-invalid')) return undefined;
    throw error;
  }
}

/** Every published address, last changed first. */
export async function loadDeployments(client: Pick<Client, 'listDeployments'>): Promise<DeploymentResource[]> {
  const all: DeploymentResource[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < DEPLOYMENT_PAGES_MAX; page++) {
    const query = { limit: DEPLOYMENTS_PER_PAGE, ...(cursor !== undefined && { cursor }) };
    const { items, nextCursor } = await client.listDeployments({ query });
    all.push(...items);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return all;
}
