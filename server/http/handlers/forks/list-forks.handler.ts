import { type ForkedRunResource, listForks } from '#lib/api/forks.contract.ts';
import type { ForkedRun } from '../../../db/repositories/run-repository.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadRun } from '../../resources/run-resource.ts';

const MAX_RUNS = 500;

export const listForksHandler = defineHandler(listForks, async ({ params, repos }) => {
  const run = await loadRun(params.id, { repos });
  const rootRunId = run.forkOf?.rootRunId ?? run.runId;
  const runs = await repos.runs.listTree(rootRunId, MAX_RUNS);
  return { status: 200, body: { rootRunId, items: runs.slice(0, MAX_RUNS).map(toForkedRun), hasMore: runs.length > MAX_RUNS } };
});

function toForkedRun({ forkChanges: changes, createdAt, finishedAt, ...run }: ForkedRun): ForkedRunResource {
  return { ...run, changes, createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null };
}
