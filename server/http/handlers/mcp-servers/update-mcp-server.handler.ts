import { updateMcpServer } from '#lib/api/mcp-servers.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadMcpServer, mcpServerNotFound, toMcpServerResource } from '../../resources/mcp-server-resource.ts';
import { assertMcpParts } from '../../workflows/assert-mcp-parts.ts';

/** Another server answers at another address: nothing that was accepted or signed in to holds there. */
const AS_NEW = {
  approved: null,
  found: null,
  apps: [],
  sealedSignIn: null,
  needsSignIn: false,
  problem: null,
  privateHost: null,
  refreshedAt: null,
};

export const updateMcpServerHandler = defineHandler(updateMcpServer, async ({ params, body, repos, deps, workspaceId }) => {
  const server = await loadMcpServer(repos, params.id);
  const hasAddress = server.transport === 'http' || server.transport === 'sse';
  if (body.url !== undefined && !hasAddress)
    throw new AppError('body-invalid', `body.url: A server with the transport ${server.transport} has no address`);
  await assertMcpParts({ credentialId: body.credentialId ?? null }, { repos, commandNames: [] });
  const moved = body.url === undefined || body.url === server.url ? undefined : { ...AS_NEW, url: body.url };
  const { url: _, ...settings } = body;
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  // The same address is not written: another request may have moved the server meanwhile.
  const change = { ...given, ...moved };
  if (!(await repos.mcpServers.change(server.serverId, change))) throw mcpServerNotFound(server.serverId);
  await deps.mcp.drop(server.serverId);
  deps.mcp.invalidate(workspaceId);
  return { status: 200, body: toMcpServerResource(await loadMcpServer(repos, server.serverId)) };
});
