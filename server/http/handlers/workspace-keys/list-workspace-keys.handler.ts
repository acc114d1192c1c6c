import { listWorkspaceKeys, type WorkspaceKeyResource } from '#lib/api/workspace-keys.contract.ts';
import { WORKSPACE_KEY_PREFIX } from '../../../auth/api-key.ts';
import type { WorkspaceKeySummary } from '../../../db/repositories/workspace-key-repository.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const listWorkspaceKeysHandler = defineHandler(listWorkspaceKeys, async ({ query, repos }) => {
  const { items, nextCursor } = await repos.workspaceKeys.list(query);
  return { status: 200, body: { items: items.map(toResource), nextCursor } };
});

function toResource(key: WorkspaceKeySummary): WorkspaceKeyResource {
  const { keyId, scopes, createdAt, expiresAt, revokedAt, lastUsedAt, ...rest } = key;
  return {
    id: keyId,
    ...rest,
    scopes: [...scopes],
    prefix: `${WORKSPACE_KEY_PREFIX}${keyId}`,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
