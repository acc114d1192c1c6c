import { acceptMcpServer } from '#lib/api/mcp-servers.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { hashOfListing, loadMcpServer, toMcpServerResource } from '../../resources/mcp-server-resource.ts';

export const acceptMcpServerHandler = defineHandler(acceptMcpServer, async ({ params, body, repos, deps, workspaceId }) => {
  const { serverId, displayName, found } = await loadMcpServer(repos, params.id);
  if (!found || hashOfListing(found) !== body.listingHash)
    throw new AppError('revision-stale', `${displayName} has changed since this was read. Look at its tools again.`);
  await repos.mcpServers.change(serverId, { approved: found, found: null });
  deps.mcp.invalidate(workspaceId);
  return { status: 200, body: toMcpServerResource(await loadMcpServer(repos, serverId)) };
});
