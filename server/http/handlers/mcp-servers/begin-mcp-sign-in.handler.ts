import { randomBytes } from 'node:crypto';
import { beginMcpSignIn } from '#lib/api/mcp-servers.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadMcpServer } from '../../resources/mcp-server-resource.ts';

const STATE_BYTES = 32;
const SIGN_IN_MINUTES = 15;
const CALLBACK_PATH = '/mcp/callback';

export const beginMcpSignInHandler = defineHandler(beginMcpSignIn, async ({ params, body, repos, deps, workspaceId, origin }) => {
  const server = await loadMcpServer(repos, params.id);
  if (server.url === null) throw new AppError('mcp-failed', `${server.displayName} has no address, so it has no sign-in.`);
  const redirectUrl = new URL(body.redirectUrl);
  // The code must not be sent to another site.
  const isOwn = redirectUrl.pathname === CALLBACK_PATH && [origin, deps.publicOrigin].includes(redirectUrl.origin);
  if (!isOwn) throw new AppError('body-invalid', `body.redirectUrl: It has to be ${CALLBACK_PATH} of this server`);
  const state = randomBytes(STATE_BYTES).toString('base64url');
  const { url, sealed } = await deps.mcp.beginSignIn(workspaceId, server, {
    redirectUrl: redirectUrl.href,
    state,
    ...(body.client && { client: registrationOf(body.client) }),
  });
  const expiresAt = new Date(deps.clock.now() + SIGN_IN_MINUTES * 60_000);
  await repos.mcpServers.beginSignIn({ state, serverId: server.serverId, sealed, expiresAt });
  return { status: 200, body: { url } };
});

function registrationOf({ id, secret }: { id: string; secret?: string | undefined }) {
  return { client_id: id, ...(secret !== undefined && { client_secret: secret }) };
}
