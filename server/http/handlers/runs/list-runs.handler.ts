import { listRuns } from '#lib/api/run-list.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toRunSummary } from '../../resources/run-resource.ts';

export const listRunsHandler = defineHandler(listRuns, async ({ query, repos, language }) => {
  const { items, nextCursor } = await repos.runs.list(query);
  return { status: 200, body: { items: items.map((run) => toRunSummary(run, language)), nextCursor } };
});
