import { endMcpSignIn } from '#lib/api/mcp-servers.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { mcpServerNotFound } from '../../resources/mcp-server-resource.ts';

export const endMcpSignInHandler = defineHandler(endMcpSignIn, async ({ params, repos, deps, workspaceId }) => {
  if (!(await repos.mcpServers.change(params.id, { sealedSignIn: null }))) throw mcpServerNotFound(params.id);
  await deps.mcp.drop(params.id);
  deps.mcp.invalidate(workspaceId);
  return { status: 204 };
});
