import { getSession } from '#lib/api/sessions.contract.ts';
import { scopeOfSession } from '#lib/run/session-state.ts';
import { loadTurns } from '../../chat/load-turns.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadSession, toSession } from '../../resources/session-resource.ts';

export const getSessionHandler = defineHandler(getSession, async ({ params: { id }, ...context }) => {
  const { repos, endpoint } = context;
  const session = await loadSession(id, { repos, endpoint });
  const turns = await loadTurns(session, context);
  const state = session.headRunId === null ? null : await repos.sessions.stateAfter(session.headRunId);
  // Variables may hold what a caller is not to see of a run.
  const isShown = endpoint === undefined || endpoint.events === 'full';
  const variables = state && isShown ? scopeOfSession(state, '').variables : {};
  return { status: 200, body: { ...toSession(session), turns, variables } };
});
