import { allowMcpApps } from '#lib/api/mcp-servers.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadMcpServer, toMcpServerResource } from '../../resources/mcp-server-resource.ts';

export const allowMcpAppsHandler = defineHandler(allowMcpApps, async ({ params, body, repos, deps, workspaceId }) => {
  const server = await loadMcpServer(repos, params.id);
  const found = body.apps.length === 0 ? [] : await deps.mcp.apps.read(workspaceId, server);
  const apps = body.apps.map(({ uri, sha256 }) => {
    const app = found.find((one) => one.uri === uri)?.app;
    if (app?.sha256 === sha256) return app;
    throw new AppError('revision-stale', `The app ${uri} has changed since this was read. Look at it again.`);
  });
  await repos.mcpServers.change(server.serverId, { apps });
  deps.mcp.invalidate(workspaceId);
  return { status: 200, body: toMcpServerResource(await loadMcpServer(repos, server.serverId)) };
});
