import { listSessions } from '#lib/api/sessions.contract.ts';
import { readerOf } from '../../../db/stores/endpoint-owner.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toSession } from '../../resources/session-resource.ts';

export const listSessionsHandler = defineHandler(listSessions, async ({ query, repos, endpoint }) => {
  const { sessionId: name, ...filter } = query;
  const { items, nextCursor } = await repos.sessions.list({ ...filter, name, reader: readerOf(endpoint) });
  const sessions = items.map((row) => ({ ...toSession(row), turns: row.turns, hasNewAnswer: row.hasNewAnswer }));
  return { status: 200, body: { items: sessions, nextCursor } };
});
