import { createCredential } from '#lib/api/credentials.contract.ts';
import { grantIn, sealFields } from '../../../credentials/sealed-credential.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadCredential, toCredentialResource } from '../../resources/credential-resource.ts';

export const createCredentialHandler = defineHandler(createCredential, async ({ body, repos, deps }) => {
  const { name, type, hosts, fields } = body;
  const credentialId = deps.newId('cred');
  const sealed = sealFields({ credentialId, type }, fields, deps.credentials.secrets);
  await repos.credentials.create({ credentialId, name, type, hosts, sealed, oauthGrant: grantIn(fields) });
  return { status: 201, body: toCredentialResource(await loadCredential(repos, credentialId)) };
});
