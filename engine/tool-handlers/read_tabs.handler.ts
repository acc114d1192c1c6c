import { MAX_TABS } from '#lib/ports/session-tabs.ts';
import readTabs from '#tools/read_tabs.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

export default defineToolHandler(readTabs, async ({ input: { tabId, limit }, context }) => {
  const { workspaceId, runId, tools } = context;
  const found = (await tools.tabs?.read({ workspaceId, runId }, tabId === undefined ? limit : MAX_TABS)) ?? [];
  const tabs = found.filter((one) => tabId === undefined || one.tabId === tabId).map((one) => ({ ...one, tab: { ...one.tab } }));
  return { data: { tabs }, summary: `${tabs.length} ${tabs.length === 1 ? 'tab' : 'tabs'}` };
});
