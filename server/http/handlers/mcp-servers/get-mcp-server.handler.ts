import { getMcpServer } from '#lib/api/mcp-servers.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadMcpServer, toMcpServerResource } from '../../resources/mcp-server-resource.ts';

export const getMcpServerHandler = defineHandler(getMcpServer, async ({ params, repos }) => ({
  status: 200,
  body: toMcpServerResource(await loadMcpServer(repos, params.id)),
}));
