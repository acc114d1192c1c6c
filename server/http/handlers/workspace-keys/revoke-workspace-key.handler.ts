import { revokeWorkspaceKey } from '#lib/api/workspace-keys.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const revokeWorkspaceKeyHandler = defineHandler(revokeWorkspaceKey, async ({ params: { keyId }, repos, deps }) => {
  if (!(await repos.workspaceKeys.revoke(keyId))) throw new AppError('not-found', `The workspace has no key ${keyId}.`);
  deps.publishing.workspaceKeys.invalidateKey(keyId);
  return { status: 204 };
});
