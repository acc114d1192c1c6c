import { forkSession } from '#lib/api/sessions.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadSession, toSession } from '../../resources/session-resource.ts';

export const forkSessionHandler = defineHandler(forkSession, async ({ params: { id }, body, repos, endpoint, deps }) => {
  const session = await loadSession(id, { repos, endpoint });
  const runId = body.runId ?? session.headRunId;
  if (runId === null) throw new AppError('run-not-found', 'This session has no turn yet that a fork could continue from.');
  if (!(await repos.sessions.hasTurn(session, runId)))
    throw new AppError('run-not-found', `Run ${runId} is no turn of this session.`, { details: { path: 'runId' } });
  const newKey = deps.newId('ses');
  const name = body.sessionId ?? newKey;
  const made = await repos.sessions.fork(session, { newKey, name, runId, title: session.title });
  if (made) return { status: 201, body: toSession(made) };
  throw new AppError('name-taken', `There is another session '${name}'. Choose another name.`, {
    details: { path: 'sessionId' },
  });
});
