import { createMcpServer } from '#lib/api/mcp-servers.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadMcpServer, toMcpServerResource } from '../../resources/mcp-server-resource.ts';
import { assertMcpParts } from '../../workflows/assert-mcp-parts.ts';

export const createMcpServerHandler = defineHandler(createMcpServer, async ({ body, repos, deps, workspaceId }) => {
  const { command: commandName, displayName = body.name, ...settings } = body;
  await assertMcpParts({ commandName, credentialId: body.credentialId }, { repos, commandNames: deps.mcp.commandNames() });
  const serverId = deps.newId('mcp');
  await repos.mcpServers.create({ ...settings, serverId, displayName, commandName });
  deps.mcp.invalidate(workspaceId);
  return { status: 201, body: toMcpServerResource(await loadMcpServer(repos, serverId)) };
});
