import { randomBytes } from 'node:crypto';
import { runDeployment } from '#lib/api/published.contract.ts';
import { STANDARD_PREFIX } from '../../../secrets/standard-webhooks.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { startDeployment } from '../../start/start-deployment.ts';
import { startRaw } from '../../start/start-raw.ts';

const SECRET_BYTES = 32;

export const runDeploymentHandler = defineHandler(runDeployment, async ({ headers, query, body, ...context }) => {
  if (query.raw === '1') return startRaw({ headers, body, surface: 'rest' }, context);
  const surface = headers['threadloom-surface'] ?? (body.mode === 'stream' ? 'stream' : 'rest');
  const answer = await startDeployment({ headers, body, surface }, context);
  const { webhook } = body;
  if (!webhook || !('status' in answer) || answer.status !== 202) return answer;
  const { runId } = answer.body;
  const { deps, repos } = context;
  const { webhooks } = deps.publishing;
  const made = webhook.secret ?? `${STANDARD_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
  // before the answer: a 202 promises the delivery
  const sealed = await repos.webhooks.add(runId, { url: webhook.url, sealedSecret: webhooks.sealSecret(runId, made) });
  webhooks.watch(runId);
  // A repeated request gets the secret of the first one; a closed webhook has none.
  const hasNewSecret = webhook.secret === undefined && sealed !== null;
  return { ...answer, body: { ...answer.body, ...(hasNewSecret && { webhookSecret: webhooks.openSecret(runId, sealed) }) } };
});
