import { unshareSession } from '#lib/api/sessions.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadSession } from '../../resources/session-resource.ts';

export const unshareSessionHandler = defineHandler(unshareSession, async ({ params: { id }, repos, endpoint }) => {
  const { sessionKey } = await loadSession(id, { repos, endpoint });
  await repos.sessions.removeShare(sessionKey);
  return { status: 204 };
});
