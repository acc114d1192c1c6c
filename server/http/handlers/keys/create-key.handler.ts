import { createKey } from '#lib/api/keys.contract.ts';
import { makeApiKey } from '../../../auth/api-key.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readExpiry } from '../../protocol/read-expiry.ts';

export const createKeyHandler = defineHandler(createKey, async ({ params, body, repos, deps }) => {
  const { name, ratePerMinute = null, budget } = body;
  const expiresAt = readExpiry(body.expiresAt, deps.clock.now());
  const { keyId, key, hash, last4 } = makeApiKey();
  await repos.keys.create(params.slug, { keyId, name, hash, last4, expiresAt, ratePerMinute, budget });
  return { status: 201, body: { id: keyId, key } };
});
