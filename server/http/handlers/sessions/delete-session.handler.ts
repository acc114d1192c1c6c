import { deleteSession } from '#lib/api/sessions.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadSession } from '../../resources/session-resource.ts';

export const deleteSessionHandler = defineHandler(deleteSession, async ({ params: { id }, repos, endpoint }) => {
  await loadSession(id, { repos, endpoint });
  await repos.sessions.delete(id);
  return { status: 204 };
});
