import { setKeyBudget } from '#lib/api/budgets.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const setKeyBudgetHandler = defineHandler(setKeyBudget, async ({ params: { slug, keyId }, body, repos, deps }) => {
  const wasFound = await repos.keys.setBudget(slug, keyId, body.budget);
  if (!wasFound) throw new AppError('not-found', `The deployment ${slug} has no key ${keyId}.`);
  deps.publishing.keyAuthenticator.invalidateKey(keyId);
  return { status: 204 };
});
