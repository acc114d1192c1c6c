import { getSession } from '#lib/api/sessions.contract.ts';
import { scopeOfSession } from '#lib/run/session-state.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadSession, toSession, toTurn } from '../../resources/session-resource.ts';

export const getSessionHandler = defineHandler(getSession, async ({ params: { id }, repos, endpoint, language }) => {
  const session = await loadSession(id, { repos, endpoint });
  const turns = await repos.sessions.turns(session);
  const state = session.headRunId === null ? null : await repos.sessions.stateAfter(session.headRunId);
  // Variables may hold what a caller is not to see of a run.
  const isShown = endpoint === undefined || endpoint.events === 'full';
  const variables = state && isShown ? scopeOfSession(state, '').variables : {};
  return {
    status: 200,
    body: { ...toSession(session), turns: turns.map((turn) => toTurn(turn, { endpoint, language })), variables },
  };
});
