import { getSession } from '#lib/api/sessions.contract.ts';
import { type SessionState, scopeOfSession } from '#lib/run/session-state.ts';
import { loadTurns } from '../../chat/load-turns.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadSession, toSession, toShare } from '../../resources/session-resource.ts';

export const getSessionHandler = defineHandler(getSession, async ({ params: { id }, ...context }) => {
  const { repos, endpoint } = context;
  const session = await loadSession(id, { repos, endpoint });
  const turns = await loadTurns(session, context);
  const state = session.headRunId === null ? null : await repos.sessions.stateAfter(session.headRunId);
  // It may hold what a caller is not to see of a run.
  const isShown = endpoint === undefined || endpoint.events === 'full';
  const known = isShown && state ? knownIn(state) : { variables: {}, contextSummary: null, todoList: [] };
  const share = await repos.sessions.share(session.sessionKey);
  if (endpoint) await repos.sessions.markRead(session.sessionKey);
  return { status: 200, body: { ...toSession(session), ...known, share: share && toShare(session, share), turns } };
});

/** What a session knows after its latest turn. */
function knownIn(state: SessionState) {
  const { variables, summaries = {} } = scopeOfSession(state, '');
  const all = Object.entries(summaries);
  const text = all.map(([name, summary]) => (all.length === 1 ? summary : `${name}: ${summary}`)).join('\n\n');
  return {
    variables,
    contextSummary: text === '' ? null : text,
    todoList: state.memories?.['']?.todos ?? [],
    ...(state.skill !== undefined && { skillId: state.skill }),
  };
}
