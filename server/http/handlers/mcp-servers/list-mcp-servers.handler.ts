import { listMcpServers } from '#lib/api/mcp-servers.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toMcpServerResource } from '../../resources/mcp-server-resource.ts';

export const listMcpServersHandler = defineHandler(listMcpServers, async ({ repos, deps }) => {
  const servers = await repos.mcpServers.list();
  return { status: 200, body: { items: servers.map(toMcpServerResource), commands: deps.mcp.commandNames().sort() } };
});
