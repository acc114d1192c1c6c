import { listRuns } from '#lib/api/run-list.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadNodeLabels } from '../../resources/load-node-labels.ts';
import { toRunSummary } from '../../resources/run-resource.ts';

export const listRunsHandler = defineHandler(listRuns, async ({ query, repos, language }) => {
  const { items, nextCursor } = await repos.runs.list(query);
  const named = items.filter(({ error, nodeId }) => error?.nodeId !== undefined || nodeId !== null);
  const labelsOf = await loadNodeLabels(
    repos,
    named.map(({ runId }) => runId),
  );
  return { status: 200, body: { items: items.map((run) => toRunSummary(run, language, labelsOf(run.runId))), nextCursor } };
});
