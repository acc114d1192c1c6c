import { decideApproval } from '#lib/api/approvals.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../define-handler.ts';
import { loadRun } from '../run-resource.ts';

export const decideApprovalHandler = defineHandler(decideApproval, async ({ params, body, ...context }) => {
  const { repos, deps } = context;
  const { runId, lastSeq } = await loadRun(params.id, context);
  const { confirmed, args, comment, remember } = body;
  const { status } = await repos.approvals.decide({
    ...{ runId, actionId: params.actionId },
    ...{ isConfirmed: confirmed, comment, isRemembered: confirmed && remember },
    ...(confirmed && args !== undefined && { args }),
    nowMs: deps.clock.now(),
  });
  // The decision is stored and stands: should this fail, the run is found and taken up later.
  deps.runs.takeUpDecisions(runId).catch((error: unknown) => {
    // the server is shutting down, and the next one takes it up
    if (AppError.is(error) && error.code === 'unavailable') return;
    deps.log.error('a decided run could not be taken up at once', { runId, error });
  });
  // Behind the end that said `waiting`, at which a reader of the whole log may still stop.
  const streamUrl = `/api/v1/runs/${runId}/events?after=${lastSeq}`;
  return { status: 200, body: { status, nextAction: { runId, streamUrl } } };
});
