import { changeSession } from '#lib/api/sessions.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadSession, toSession } from '../../resources/session-resource.ts';

export const changeSessionHandler = defineHandler(changeSession, async ({ params: { id }, body, repos, endpoint }) => {
  const session = await loadSession(id, { repos, endpoint });
  const { title, headRunId } = body;
  if (headRunId !== undefined) {
    if (!(await repos.sessions.hasTurn(session, headRunId)))
      throw new AppError('run-not-found', `Run ${headRunId} is no turn of this session.`, { details: { path: 'headRunId' } });
    await repos.sessions.moveHead(id, headRunId);
  }
  if (title !== undefined) await repos.sessions.rename(id, title);
  return { status: 200, body: toSession(await loadSession(id, { repos, endpoint })) };
});
