import { getTriggerListener } from '#lib/api/triggers.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { TEST_HOOKS_PATH } from '../../resources/trigger-resource.ts';

export const getTriggerListenerHandler = defineHandler(getTriggerListener, async ({ params: { token }, repos }) => {
  const found = await repos.triggers.listener(token);
  if (!found) throw new AppError('not-found', 'This listener does not exist, or has expired.');
  const event = found.event === null ? null : JSON.parse(found.event);
  return {
    status: 200,
    body: { token, address: `${TEST_HOOKS_PATH}/${token}`, event, expiresAt: found.expiresAt.toISOString() },
  };
});
