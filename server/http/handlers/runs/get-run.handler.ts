import { getRun, type RunResource } from '#lib/api/runs.contract.ts';
import type { Language } from '#lib/i18n/language.ts';
import type { PendingApproval } from '#lib/run/run-event.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { visitorAnswer, visitorOutputs } from '#lib/run/visitor-event.ts';
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
  const { documentHash, lastSeq, inputs, outputs, user, sessionId, model, toolNames, forkChanges, feedback } = run;
  const reader = runReaderOf(context);
  const { error = null } = errorIn(run.error, reader, run.runId);
  const webhook = run.webhook && toWebhook(run.webhook, reader.level === 'full');
  const approvals = isTerminal(run.status) ? [] : await listPending(run.runId, context);
  const details = { user, sessionId, feedback, model, toolNames, forkChanges, webhook };
  const whole = { ...toRunFacts(run), documentHash, lastSeq, inputs, outputs, error, approvals, ...details };
  return { status: 200, body: reader.isVisitor ? visitorRun(whole, context.language) : whole };
});

/** What the answer is and whether there is one: nothing of the workflow, and nothing of what it took. */
function visitorRun(run: RunResource, language: Language): RunResource {
  const outputs = run.outputs && visitorOutputs(visitorAnswer(run.outputs, language), language);
  const unseen = { workflowId: null, workflowName: '', version: null, nodeId: null, reason: null, model: null, toolNames: null };
  return { ...run, ...unseen, forkChanges: null, documentHash: '', tokensUsed: 0, costUsd: null, isCostPartial: false, outputs };
}

async function listPending(runId: string, { repos, deps, ...caller }: HandlerContext): Promise<PendingApproval[]> {
  const { items } = await repos.approvals.list({ runId, status: 'pending', limit: MAX_SHOWN, nowMs: deps.clock.now() });
  const reader = runReaderOf(caller);
  return items.map((approval) => toPendingApproval(approval, reader));
}

/** Callers below level `full` do not see the failure, which can contain internal addresses. */
function toWebhook({ outcome, attempts, failure }: NonNullable<RunRecord['webhook']>, isFull: boolean): RunResource['webhook'] {
  return { status: outcome ?? 'open', attempts, failure: isFull ? failure : null };
}
