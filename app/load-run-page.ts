import { askApi, unlessMissing } from '#app/ask-api.ts';
import type { TemplateSummary } from '#components/data/listed.ts';
import type { RunPageData } from '#components/pages/try/run-page-data.ts';
import type { ApprovalResource } from '#lib/api/approvals.contract.ts';
import type { Client } from '#lib/api/client.ts';

const RECENT_RUNS = 20;
const WAITING_RUNS = 20;
/** The most that one page of the API holds; beyond that counts are lower than they should be. */
const OPEN_DECISIONS = 100;

type Chosen = { templateId: string | undefined; runId: string | undefined };

/** Everything the run page shows first; undefined when the API cannot be reached. */
export function loadRunPage(chosen: Chosen): Promise<RunPageData | undefined> {
  return askApi((client) => load(client, chosen));
}

/** The template shown on a first visit. */
const FIRST_TEMPLATE = 'hello';

async function load(client: Client, { templateId, runId }: Chosen): Promise<RunPageData> {
  const [templates, runs, waitingRuns, approvals, models, run] = await Promise.all([
    client.listTemplates(),
    client.listRuns({ query: { limit: RECENT_RUNS } }),
    client.listRuns({ query: { limit: WAITING_RUNS, status: 'waiting' } }),
    client.listApprovals({ query: { limit: OPEN_DECISIONS, status: 'pending' } }),
    client.listModels(),
    runId === undefined ? undefined : unlessMissing(client.getRun({ params: { id: runId } })),
  ]);
  const rank = ({ id, nodeCount }: TemplateSummary) => (id === FIRST_TEMPLATE ? 0 : nodeCount);
  const simplestFirst = templates.items.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  const shown = templates.items.find((template) => template.id === templateId) ?? simplestFirst[0];
  return {
    templates: simplestFirst,
    runs: runs.items.filter(({ status }) => status !== 'waiting'),
    waitingRuns: waitingRuns.items,
    openDecisions: countByRun(approvals.items),
    template: shown && (await unlessMissing(client.getTemplate({ params: { id: shown.id } }))),
    run,
    missingRunId: run ? undefined : runId,
    isDemo: models.items.some((model) => model.isDefault && model.isDemo),
    today: new Date().toISOString(),
  };
}

function countByRun(approvals: readonly ApprovalResource[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { runId } of approvals) counts[runId] = (counts[runId] ?? 0) + 1;
  return counts;
}
