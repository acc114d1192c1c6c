import { createKey } from '#lib/api/keys.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { makeApiKey } from '../../../auth/api-key.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const createKeyHandler = defineHandler(createKey, async ({ params, body, repos, deps }) => {
  const { name, ratePerMinute = null, budget } = body;
  const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt);
  if (expiresAt && expiresAt.getTime() <= deps.clock.now()) {
    const problem = { path: 'body.expiresAt', message: 'This time is past', value: body.expiresAt };
    throw new AppError('body-invalid', `${problem.path}: ${problem.message}`, { details: { problems: [problem] } });
  }
  const { keyId, key, hash, last4 } = makeApiKey();
  await repos.keys.create(params.slug, { keyId, name, hash, last4, expiresAt, ratePerMinute, budget });
  return { status: 201, body: { id: keyId, key } };
});
