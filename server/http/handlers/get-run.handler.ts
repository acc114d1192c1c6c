import { getRun } from '#lib/api/runs.contract.ts';
import { defineHandler } from '../define-handler.ts';
import { loadRun, toRunSummary } from '../run-resource.ts';

export const getRunHandler = defineHandler(getRun, async ({ params, repos }) => {
  const run = await loadRun(repos, params.id);
  const { documentHash, lastSeq, inputs, outputs, error } = run;
  return { status: 200, body: { ...toRunSummary(run), documentHash, lastSeq, inputs, outputs, error } };
});
