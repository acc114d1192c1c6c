import { createWorkspaceKey } from '#lib/api/workspace-keys.contract.ts';
import { makeApiKey, WORKSPACE_KEY_PREFIX } from '../../../auth/api-key.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readExpiry } from '../../protocol/read-expiry.ts';

export const createWorkspaceKeyHandler = defineHandler(createWorkspaceKey, async ({ body, repos, deps }) => {
  const { name, scopes, ratePerMinute = null } = body;
  const expiresAt = readExpiry(body.expiresAt, deps.clock.now());
  const { keyId, key, hash, last4 } = makeApiKey(WORKSPACE_KEY_PREFIX);
  await repos.workspaceKeys.create({ keyId, name, hash, last4, scopes, ratePerMinute, expiresAt });
  return { status: 201, body: { id: keyId, key } };
});
