import { getRun, type RunResource } from '#lib/api/runs.contract.ts';
import type { PendingApproval } from '#lib/run/run-event.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { errorIn } from '#lib/run/what-leaves.ts';
import type { RunRecord } from '../../../db/repositories/run-repository.ts';
import { defineHandler, type HandlerContext } from '../../handler-kit/define-handler.ts';
import { toPendingApproval } from '../../resources/approval-resource.ts';
import { runReaderOf } from '../../resources/run-reader-of.ts';
import { loadRun, toRunFacts } from '../../resources/run-resource.ts';

/** Open approvals included in the run; `GET /runs/{id}/approvals` returns all. */
const MAX_SHOWN = 100;

export const getRunHandler = defineHandler(getRun, async ({ params, ...context }) => {
  const run = await loadRun(params.id, context);
  const { documentHash, lastSeq, inputs, outputs, user, sessionId, model, toolNames, forkChanges } = run;
  const reader = runReaderOf(context);
  const { error = null } = errorIn(run.error, reader, run.runId);
  const webhook = run.webhook && toWebhook(run.webhook, reader.level === 'full');
  const approvals = isTerminal(run.status) ? [] : await listPending(run.runId, context);
  const details = { user, sessionId, model, toolNames, forkChanges, webhook };
  return { status: 200, body: { ...toRunFacts(run), documentHash, lastSeq, inputs, outputs, error, approvals, ...details } };
});

async function listPending(runId: string, { repos, deps, ...caller }: HandlerContext): Promise<PendingApproval[]> {
  const { items } = await repos.approvals.list({ runId, status: 'pending', limit: MAX_SHOWN, nowMs: deps.clock.now() });
  const reader = runReaderOf(caller);
  return items.map((approval) => toPendingApproval(approval, reader));
}

/** Callers below level `full` do not see the failure, which can contain internal addresses. */
function toWebhook({ outcome, attempts, failure }: NonNullable<RunRecord['webhook']>, isFull: boolean): RunResource['webhook'] {
  return { status: outcome ?? 'open', attempts, failure: isFull ? failure : null };
}
