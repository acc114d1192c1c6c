import type { RowFilter, WorkflowRow, WorkflowRows } from '#components/pages/home/home-data.ts';
import { RUNS_SHOWN } from '#components/pages/home/summarise-runs.ts';
import { layoutPicture } from '#components/pages/templates/layout-picture.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { WorkflowSort } from '#lib/api/workflow-list.ts';
import type { listWorkflows } from '#lib/api/workflows.contract.ts';

/** Rows per page: each needs two more requests. */
const ROWS_PER_PAGE = 20;

/** What a list is narrowed to, and its order. */
export type RowQuery = { readonly search: string; readonly filter: RowFilter; readonly sort: WorkflowSort };
export const FIRST_QUERY: RowQuery = { search: '', filter: 'all', sort: 'saved' };

type Page = { readonly cursor?: string; readonly limit?: number; readonly signal?: AbortSignal };

/** One page of the saved workflows with what the list shows of each. Only the first page has the counts. */
export async function loadRows(
  client: Client,
  { search, filter, sort }: RowQuery = FIRST_QUERY,
  { cursor, limit = ROWS_PER_PAGE, signal }: Page = {},
): Promise<WorkflowRows> {
  const options = signal && { signal };
  const query = {
    limit,
    sort,
    ...(search && { search }),
    ...(filter !== 'all' && { state: filter }),
    ...(cursor === undefined ? { include: 'counts' as const } : { cursor }),
  };
  const page = await client.listWorkflows({ query }, options);
  const rows = await Promise.all(page.items.map((item) => loadRow(client, item, options)));
  return { rows, nextCursor: page.nextCursor, counts: page.counts };
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
