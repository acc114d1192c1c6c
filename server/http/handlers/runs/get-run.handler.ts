import { getRun, type RunResource } from '#lib/api/runs.contract.ts';
import type { PendingApproval } from '#lib/run/run-event.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { errorIn } from '#lib/run/to-public-event.ts';
import type { RunRecord } from '../../../db/repositories/run-repository.ts';
import { levelFor } from '../../handler-kit/authenticate.ts';
import { defineHandler, type HandlerContext } from '../../handler-kit/define-handler.ts';
import { toPendingApproval } from '../../resources/approval-resource.ts';
import { loadRun, toRunFacts } from '../../resources/run-resource.ts';

/** Open approvals included in the run; `GET /runs/{id}/approvals` returns all. */
const MAX_SHOWN = 100;

export const getRunHandler = defineHandler(getRun, async ({ params, ...context }) => {
  const run = await loadRun(params.id, context);
  const { documentHash, lastSeq, inputs, outputs, user, sessionId, model, toolNames, forkChanges } = run;
  const isFull = levelFor(context, 'full') === 'full';
  const { error = null } = errorIn(run.error, { level: isFull ? 'full' : 'summary', language: context.language });
  const webhook = run.webhook && toWebhook(run.webhook, isFull);
  const approvals = isTerminal(run.status) ? [] : await listPending(run.runId, context);
  const details = { user, sessionId, model, toolNames, forkChanges, webhook };
  return { status: 200, body: { ...toRunFacts(run), documentHash, lastSeq, inputs, outputs, error, approvals, ...details } };
});

async function listPending(runId: string, { repos, deps, ...caller }: HandlerContext): Promise<PendingApproval[]> {
  const { items } = await repos.approvals.list({ runId, status: 'pending', limit: MAX_SHOWN, nowMs: deps.clock.now() });
  const level = levelFor(caller, 'full');
  return items.map((approval) => toPendingApproval(approval, level));
}

/** Callers below level `full` do not see the failure, which can contain internal addresses. */
function toWebhook({ outcome, attempts, failure }: NonNullable<RunRecord['webhook']>, isFull: boolean): RunResource['webhook'] {
  return { status: outcome ?? 'open', attempts, failure: isFull ? failure : null };
}
