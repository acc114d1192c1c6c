import { listSessions } from '#lib/api/sessions.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toSession, visibleTo } from '../../resources/session-resource.ts';

export const listSessionsHandler = defineHandler(listSessions, async ({ query, repos, endpoint }) => {
  const { sessionId: name, ...filter } = query;
  const { items, nextCursor } = await repos.sessions.list({ ...filter, name, ...visibleTo(endpoint) });
  return { status: 200, body: { items: items.map((row) => ({ ...toSession(row), turns: row.turns })), nextCursor } };
});
