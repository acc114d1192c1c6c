import { completeAuthorization } from '#lib/api/credentials.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadCredential, toCredentialResource } from '../../resources/credential-resource.ts';

export const completeAuthorizationHandler = defineHandler(completeAuthorization, async ({ body, repos, deps, workspaceId }) => {
  const credentialId = await deps.credentials.authorizations.complete(workspaceId, body);
  return { status: 200, body: toCredentialResource(await loadCredential(repos, credentialId)) };
});
