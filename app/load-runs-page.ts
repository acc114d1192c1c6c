import { askApi, unlessMissing } from '#app/ask-api.ts';
import { loadDeployments } from '#components/data/load-deployments.ts';
import { PAGE_ROWS } from '#components/pages/runs/live-runs.ts';
import { queryOf, type RunFilters } from '#components/pages/runs/run-filters.ts';
import type { RunsPageData } from '#components/pages/runs/runs-page-data.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';

/** As many workflows as a list to choose from can hold. */
const WORKFLOWS_MAX = 100;

/** The first page of the runs that fit; undefined when the API cannot be reached. */
export function loadRunsPage(filters: RunFilters): Promise<RunsPageData | undefined> {
  return askApi((client) => load(client, filters));
}

async function load(client: Client, filters: RunFilters): Promise<RunsPageData> {
  const now = new Date();
  const query = queryOf(filters, { nowMs: now.getTime(), timeZoneOffsetMs: now.getTimezoneOffset() * 60_000 });
  const [first, workflows, lastVersion, workflow] = await Promise.all([
    client.listRuns({ query: { ...query, limit: PAGE_ROWS } }),
    client.listWorkflows({ query: { limit: WORKFLOWS_MAX, include: 'counts' } }),
    readLastVersion(client, filters.workflow),
    readWorkflow(client, filters.workflow),
  ]);
  return {
    filters,
    first,
    workflow,
    workflows: workflows.items.map(({ id, name, updatedAt }) => ({ id, name, changedAt: updatedAt })),
    lastVersion,
  };
}

/** The workflow whose runs are shown; undefined of all workflows, and of one that is gone or cannot be read. */
async function readWorkflow(client: Client, id: string | undefined): Promise<RunsPageData['workflow']> {
  if (id === undefined) return undefined;
  try {
    const found = await unlessMissing(client.getWorkflow({ params: { id } }));
    return found && { id, name: found.document.name };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'workflow-invalid') return undefined;
    throw error;
  }
}

async function readLastVersion(client: Client, workflowId: string | undefined): Promise<number> {
  if (workflowId === undefined) return 0;
  const deployments = await loadDeployments(client);
  return Math.max(0, ...deployments.filter((deployment) => deployment.workflowId === workflowId).map(({ version }) => version));
}
