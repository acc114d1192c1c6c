import { randomBytes } from 'node:crypto';
import { runDeployment } from '#lib/api/published.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { StartRun } from '#lib/ports/run-service.ts';
import { leavingTexts } from '#lib/workflow/leaving-texts.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { onceOf } from '../../runs/once-of.ts';
import { startRun } from '../../start/start-run.ts';
import { continueStream } from '../../start/stream-run.ts';
import { parseRestrictions } from '../../workflows/parse-restrictions.ts';

const SECRET_BYTES = 32;

export const runDeploymentHandler = defineHandler(runDeployment, async ({ headers, body, ...context }) => {
  const { deps, repos, endpoint, traceparent } = context;
  if (!endpoint) throw new AppError('authentication-failed', 'A published workflow is run with a key.');
  const { slug, version, workspaceId, workflowId, documentHash, events, keyId, hasBudget, sharesRuns } = endpoint;
  const { inputs, mode, user, sessionId, webhook } = body;
  const continued = await continueStream(headers, { mode, events }, context);
  if (continued) return continued;
  const restrictions = parseRestrictions(body, endpoint, deps.tools);
  const workflow = await deps.publishing.frozen.get(documentHash);
  const forWhom = { ...(user !== undefined && { user }), ...(sessionId !== undefined && { sessionId }) };
  const deployment = { slug, version, ...forWhom, ...restrictions, ...(!sharesRuns && { keyId }) };
  const run: StartRun = {
    workspaceId,
    workflow,
    workflowId,
    inputs,
    mode: 'deployed',
    deployment,
    ...(hasBudget && { keyId }),
  };
  const answer = await startRun(run, {
    ask: { mode, events, texts: leavingTexts(workflow, deps.nodes) },
    deps,
    repos,
    traceparent,
    once: onceOf(headers, { scope: sharesRuns ? `run/${slug}` : `run/${slug}/${keyId}`, body }),
  });
  if (!webhook || !('status' in answer) || answer.status !== 202) return answer;
  const { runId } = answer.body;
  const { webhooks } = deps.publishing;
  const made = webhook.secret ?? randomBytes(SECRET_BYTES).toString('base64url');
  // before the answer: a 202 promises the delivery
  const sealed = await repos.webhooks.add(runId, { url: webhook.url, sealedSecret: webhooks.sealSecret(runId, made) });
  webhooks.watch(runId);
  // A repeated request gets the secret of the first one; a closed webhook has none.
  const hasNewSecret = webhook.secret === undefined && sealed !== null;
  return { ...answer, body: { ...answer.body, ...(hasNewSecret && { webhookSecret: webhooks.openSecret(runId, sealed) }) } };
});
