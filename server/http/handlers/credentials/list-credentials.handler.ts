import { listCredentials } from '#lib/api/credentials.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toCredentialResource } from '../../resources/credential-resource.ts';

export const listCredentialsHandler = defineHandler(listCredentials, async ({ query, repos }) => {
  const { items, nextCursor } = await repos.credentials.list(query);
  return { status: 200, body: { items: items.map(toCredentialResource), nextCursor } };
});
