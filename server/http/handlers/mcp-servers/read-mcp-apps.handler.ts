import { type FoundAppResource, readMcpApps } from '#lib/api/mcp-servers.contract.ts';
import type { McpServerRecord } from '../../../db/repositories/mcp-server-repository.ts';
import type { FoundApp } from '../../../mcp/make-mcp-apps.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadMcpServer } from '../../resources/mcp-server-resource.ts';

export const readMcpAppsHandler = defineHandler(readMcpApps, async ({ params, repos, deps, workspaceId }) => {
  const server = await loadMcpServer(repos, params.id);
  const found = await deps.mcp.apps.read(workspaceId, server);
  const items = found.map((one) => ({ ...one, tools: [...one.tools], refused: [...one.refused], state: stateOf(one, server) }));
  return { status: 200, body: { items } };
});

function stateOf({ uri, app }: FoundApp, { apps }: McpServerRecord): FoundAppResource['state'] {
  if (!app) return 'unreadable';
  const allowed = apps.find((one) => one.uri === uri);
  if (!allowed) return 'new';
  return allowed.sha256 === app.sha256 ? 'allowed' : 'changed';
}
