import { deleteMcpServer } from '#lib/api/mcp-servers.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { mcpServerNotFound } from '../../resources/mcp-server-resource.ts';

export const deleteMcpServerHandler = defineHandler(deleteMcpServer, async ({ params, repos, deps, workspaceId }) => {
  if (!(await repos.mcpServers.remove(params.id))) throw mcpServerNotFound(params.id);
  await deps.mcp.drop(params.id);
  deps.mcp.invalidate(workspaceId);
  return { status: 204 };
});
