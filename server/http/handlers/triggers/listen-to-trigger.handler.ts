import { randomBytes } from 'node:crypto';
import { listenToTrigger } from '#lib/api/triggers.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { TEST_HOOKS_PATH } from '../../resources/trigger-resource.ts';
import { loadWorkflow } from '../../workflows/load-workflow.ts';

const TOKEN_BYTES = 24;
const LISTEN_MS = 600_000;

export const listenToTriggerHandler = defineHandler(listenToTrigger, async ({ params, repos, deps }) => {
  const { id: workflowId, triggerId } = params;
  const { workflow } = await loadWorkflow(repos, workflowId);
  if (!workflow.triggers?.some(({ id }) => id === triggerId))
    throw new AppError('not-found', `The draft has no trigger ${triggerId}. Save it first.`);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(deps.clock.now() + LISTEN_MS);
  await repos.triggers.listen({ token, workflowId, triggerId, expiresAt });
  const body = { token, address: `${TEST_HOOKS_PATH}/${token}`, event: null, expiresAt: expiresAt.toISOString() };
  return { status: 201, body };
});
