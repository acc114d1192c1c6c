import { type KeyResource, listKeys } from '#lib/api/keys.contract.ts';
import { KEY_PREFIX } from '../../../auth/api-key.ts';
import type { KeySummary } from '../../../db/repositories/key-repository.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadDeployment } from '../../resources/deployment-resource.ts';

export const listKeysHandler = defineHandler(listKeys, async ({ params, query, repos }) => {
  await loadDeployment(repos, params.slug);
  const { items, nextCursor } = await repos.keys.list(params.slug, query);
  return { status: 200, body: { items: items.map(toKeyResource), nextCursor } };
});

function toKeyResource({ keyId, createdAt, expiresAt, revokedAt, lastUsedAt, ...key }: KeySummary): KeyResource {
  return {
    id: keyId,
    ...key,
    prefix: `${KEY_PREFIX}${keyId}`,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
