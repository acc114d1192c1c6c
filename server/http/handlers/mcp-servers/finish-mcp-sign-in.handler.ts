import { finishMcpSignIn } from '#lib/api/mcp-servers.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadMcpServer, toMcpServerResource } from '../../resources/mcp-server-resource.ts';

export const finishMcpSignInHandler = defineHandler(finishMcpSignIn, async ({ body, repos, deps, workspaceId }) => {
  const { state, code, iss } = body;
  const begun = await repos.mcpServers.takeSignIn(state, new Date(deps.clock.now()));
  if (!begun) throw new AppError('not-found', 'This sign-in is not open any more. Begin it again.');
  const server = await loadMcpServer(repos, begun.serverId);
  await deps.mcp.finishSignIn(workspaceId, server, { sealed: begun.sealed, code, iss });
  await deps.mcp.refresh(workspaceId, await loadMcpServer(repos, server.serverId));
  return { status: 200, body: toMcpServerResource(await loadMcpServer(repos, server.serverId)) };
});
