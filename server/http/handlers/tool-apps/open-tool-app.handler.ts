import { openToolApp } from '#lib/api/tool-apps.contract.ts';
import { wordError } from '#lib/i18n/word-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadToolApp, whyNoApp } from '../../start/load-tool-app.ts';
import { wholeAppResult } from '../../start/whole-app-result.ts';

export const openToolAppHandler = defineHandler(openToolApp, async ({ params, ...context }) => {
  const loaded = await loadToolApp(params, context);
  const { app, server, toolName } = loaded;
  const allowed = server?.apps.find(({ uri }) => uri === app.uri);
  const refused = (why: string) => refusedWith(wordError(why, context.language));
  const reason = whyNoApp(loaded);
  if (reason !== undefined || !server || !allowed) return refused(reason ?? 'This app is not allowed.');
  const html = await context.deps.mcp.apps.open(context.workspaceId, server, allowed);
  if (html === undefined) {
    return refused(`${server.displayName} has changed this app since it was allowed. Look at it on the page MCP servers.`);
  }
  const tool = server.approved?.tools.find(({ name }) => name === toolName);
  const { sources } = allowed;
  const result = await wholeAppResult(app.result, context);
  const shown = { name: toolName, title: tool?.title ?? toolName, inputSchema: tool?.inputSchema ?? { type: 'object' } };
  return { status: 200, body: { state: 'ready' as const, serverName: server.displayName, html, sources, tool: shown, result } };
});

function refusedWith(reason: string) {
  return { status: 200, body: { state: 'refused' as const, reason } } as const;
}
