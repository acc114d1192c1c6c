import { decideApproval } from '#lib/api/approvals.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import { defineHandler } from '../define-handler.ts';
import { loadRun } from '../run-resource.ts';

export const decideApprovalHandler = defineHandler(decideApproval, async ({ params, body, ...context }) => {
  const { repos, deps } = context;
  const { runId, lastSeq } = await loadRun(params.id, context);
  const { confirmed, args, result, comment, remember } = body;
  if (result !== undefined) await assertEffect(runId, params.actionId, repos);
  const told = confirmed ? args : result;
  const { status } = await repos.approvals.decide({
    ...{ runId, actionId: params.actionId },
    ...{ isConfirmed: confirmed, comment, isRemembered: confirmed && remember },
    ...(told !== undefined && { args: told }),
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

/** @throws {AppError} `body-invalid` where the question is another one, to which a result would be no answer */
async function assertEffect(runId: string, actionId: string, { approvals }: Repositories): Promise<void> {
  const asked = await approvals.get(runId, actionId);
  if (!asked || asked.kind === 'effect') return;
  const message = `What came of it is told of an effect, and this asks about a ${asked.kind}`;
  throw new AppError('body-invalid', `body.result: ${message}`, { details: { problems: [{ path: 'body.result', message }] } });
}
