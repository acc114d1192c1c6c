import { listRuns } from '#lib/api/runs.contract.ts';
import { defineHandler } from '../define-handler.ts';
import { toRunSummary } from '../run-resource.ts';

export const listRunsHandler = defineHandler(listRuns, async ({ query, repos }) => {
  const { items, nextCursor } = await repos.runs.list(query);
  return { status: 200, body: { items: items.map(toRunSummary), nextCursor } };
});
