import { createSession } from '#lib/api/sessions.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { newSessionTitle } from '#lib/run/session-title.ts';
import { DEFAULT_KEEP_DAYS } from '#lib/workflow/session-settings.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { ownerOf } from '../../../db/stores/endpoint-owner.ts';
import { defineHandler, type HandlerContext } from '../../handler-kit/define-handler.ts';
import { toSession } from '../../resources/session-resource.ts';
import { loadWorkflow } from '../../workflows/load-workflow.ts';

export const createSessionHandler = defineHandler(createSession, async ({ body, ...context }) => {
  const { repos, deps, endpoint } = context;
  const newKey = deps.newId('ses');
  const { sessionId = newKey, title = newSessionTitle(context.language), user, skillId, workflowId } = body;
  if (typeof skillId === 'string') await assertSkill(skillId, context);
  const workflow = await workflowOf(workflowId, context);
  const partner = { ...(endpoint ? { slug: endpoint.slug } : { workflowId }), owner: ownerOf(endpoint) };
  const keepDays = workflow.settings.session?.keepDays ?? DEFAULT_KEEP_DAYS;
  const session = await repos.sessions.open({ ...partner, user, name: sessionId }, { newKey, title, keepDays, skillId });
  return { status: session.sessionKey === newKey ? 201 : 200, body: toSession(session) };
});

/** @throws {AppError} `not-found`, also for one that is switched off */
async function assertSkill(name: string, { deps, workspaceId }: Pick<HandlerContext, 'deps' | 'workspaceId'>): Promise<void> {
  const enabled = await deps.skills.enabled(workspaceId);
  if (enabled.some(({ skill }) => skill.name === name)) return;
  throw new AppError('not-found', `There is no enabled skill '${name}' in this workspace.`, { details: { path: 'skillId' } });
}

/** @throws {AppError} `body-invalid` when neither a key nor the body names a workflow; `not-found` */
async function workflowOf(
  workflowId: string | undefined,
  { repos, deps, endpoint }: Omit<HandlerContext, 'upload'>,
): Promise<Workflow> {
  if (endpoint && workflowId === undefined) return deps.publishing.frozen.get(endpoint.documentHash);
  if (!endpoint && workflowId !== undefined) return (await loadWorkflow(repos, workflowId)).workflow;
  throw new AppError('body-invalid', 'A session is with the draft that workflowId names, or with the endpoint of a key.', {
    details: { path: 'workflowId' },
  });
}
