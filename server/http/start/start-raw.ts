import { AppError } from '#lib/errors/app-error.ts';
import type { Language } from '#lib/i18n/language.ts';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import { visitorAnswer, visitorOutputs } from '#lib/run/visitor-event.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { runReaderOf } from '../resources/run-reader-of.ts';
import { answeredOutcome } from '../runs/answered-outcome.ts';
import { failedResponse, rawResponse } from './raw-response.ts';
import { type DeploymentCall, deploymentRun } from './start-deployment.ts';
import { startOrFind, toWaitingRun } from './start-run.ts';

/**
 * Runs a published workflow and answers as its `end` says.
 * @throws {AppError} `body-invalid` for another mode than `sync`, and a webhook
 */
export async function startRaw(call: DeploymentCall, context: HandlerContext) {
  const { endpoint, deps, workspaceId, requestId, language } = context;
  const reader = runReaderOf(context);
  if (!endpoint) throw new AppError('authentication-failed', 'A published workflow is run with a key.');
  if (call.body.mode !== 'sync') {
    const message = 'A raw response needs the mode sync';
    const problems = [{ path: 'body.mode', message, value: call.body.mode }];
    throw new AppError('body-invalid', `body.mode: ${message}`, { details: { problems } });
  }
  context.streamPermit?.takeToWait();
  const { run, once } = await deploymentRun(call, context);
  const { started, isReplayed } = await startOrFind(run, once, context);
  const sources = { hub: deps.hub, runs: deps.runs, stored: context.repos.runs, signal: context.whenGone?.() };
  const outcome = await answeredOutcome(started, sources);
  const replayed = isReplayed && { 'idempotent-replayed': 'true' };
  const { runId } = outcome;
  if (outcome.status === 'waiting') {
    const headers = { location: `/api/v1/runs/${runId}`, 'x-run-id': runId, ...replayed };
    return { status: 202, headers, body: toWaitingRun(outcome, reader) } as const;
  }
  const { raw } =
    outcome.status === 'succeeded'
      ? await rawResponse(reader.isVisitor ? visitorOutcome(outcome, language) : outcome, { deps, workspaceId, endpoint })
      : failedResponse(outcome, { requestId, ...(reader.isVisitor && { visitorLanguage: language }) });
  return { raw: { ...raw, headers: { ...raw.headers, ...replayed } } };
}

/** What `end` says is answered as it is; outputs are the answer alone. */
function visitorOutcome(outcome: RunOutcome, language: Language): RunOutcome {
  return { ...outcome, outputs: visitorOutputs(visitorAnswer(outcome.outputs, language), language) };
}
