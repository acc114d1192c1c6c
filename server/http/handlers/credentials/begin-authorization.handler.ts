import { beginAuthorization } from '#lib/api/credentials.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadCredential } from '../../resources/credential-resource.ts';

export const beginAuthorizationHandler = defineHandler(beginAuthorization, async ({ params, body, repos, deps, workspaceId }) => {
  const { credentialId } = await loadCredential(repos, params.id);
  const url = await deps.credentials.authorizations.begin({ workspaceId, credentialId }, body.redirectUri);
  return { status: 200, body: { url } };
});
