import { listSessionTabs } from '#lib/api/sessions.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadSession } from '../../resources/session-resource.ts';

export const listSessionTabsHandler = defineHandler(listSessionTabs, async ({ params, repos, endpoint, workspaceId, deps }) => {
  const { sessionKey } = await loadSession(params.id, { repos, endpoint });
  const items = await deps.tabs.list(workspaceId, sessionKey);
  return { status: 200, body: { items: items.map((item) => ({ ...item, tab: { ...item.tab } })) } };
});
