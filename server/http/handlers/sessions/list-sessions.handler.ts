import { listSessions } from '#lib/api/sessions.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toSession, visibleTo } from '../../resources/session-resource.ts';

export const listSessionsHandler = defineHandler(listSessions, async ({ query, repos, endpoint }) => {
  const { items, nextCursor } = await repos.sessions.list({ ...query, ...visibleTo(endpoint) });
  return { status: 200, body: { items: items.map((row) => ({ ...toSession(row), turns: row.turns })), nextCursor } };
});
