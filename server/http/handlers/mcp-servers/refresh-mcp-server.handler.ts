import { refreshMcpServer } from '#lib/api/mcp-servers.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadMcpServer, toMcpServerResource } from '../../resources/mcp-server-resource.ts';

export const refreshMcpServerHandler = defineHandler(refreshMcpServer, async ({ params, repos, deps, workspaceId }) => {
  const server = await loadMcpServer(repos, params.id);
  await deps.mcp.refresh(workspaceId, server);
  return { status: 200, body: toMcpServerResource(await loadMcpServer(repos, params.id)) };
});
