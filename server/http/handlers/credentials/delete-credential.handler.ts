import { deleteCredential } from '#lib/api/credentials.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { credentialNotFound } from '../../resources/credential-resource.ts';

export const deleteCredentialHandler = defineHandler(deleteCredential, async ({ params, repos }) => {
  if (!(await repos.credentials.remove(params.id))) throw credentialNotFound(params.id);
  return { status: 204 };
});
