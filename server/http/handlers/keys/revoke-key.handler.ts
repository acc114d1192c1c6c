import { revokeKey } from '#lib/api/keys.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const revokeKeyHandler = defineHandler(revokeKey, async ({ params: { slug, keyId }, repos, deps }) => {
  const wasFound = await repos.keys.revoke(slug, keyId);
  if (!wasFound) throw new AppError('not-found', `The deployment ${slug} has no key ${keyId}.`);
  deps.publishing.keyAuthenticator.invalidateKey(keyId);
  return { status: 204 };
});
