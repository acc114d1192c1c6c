import { getRun } from '#lib/api/runs.contract.ts';
import { errorAt } from '#lib/run/to-public-event.ts';
import { levelFor } from '../authenticate.ts';
import { defineHandler } from '../define-handler.ts';
import { loadRun, toRunSummary } from '../run-resource.ts';

export const getRunHandler = defineHandler(getRun, async ({ params, ...context }) => {
  const run = await loadRun(params.id, context);
  const { documentHash, lastSeq, inputs, outputs, slug, version, user, sessionId } = run;
  const { error = null } = errorAt(run.error, levelFor(context, 'full') === 'full');
  return {
    status: 200,
    body: { ...toRunSummary(run), documentHash, lastSeq, inputs, outputs, error, slug, version, user, sessionId },
  };
});
