import { putSessionTab } from '#lib/api/sessions.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadSession } from '../../resources/session-resource.ts';

export const putSessionTabHandler = defineHandler(putSessionTab, async ({ params, body, repos, endpoint, workspaceId, deps }) => {
  const { sessionKey } = await loadSession(params.id, { repos, endpoint });
  const isStored = await deps.tabs.put(workspaceId, { sessionKey, tabId: params.tabId, ...body });
  return { status: 200, body: { isStored } };
});
