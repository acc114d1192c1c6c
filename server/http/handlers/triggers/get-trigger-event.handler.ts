import { getTriggerEvent } from '#lib/api/triggers.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toTriggerEvent } from '../../resources/trigger-resource.ts';

export const getTriggerEventHandler = defineHandler(getTriggerEvent, async ({ params, repos }) => {
  const stored = await repos.triggers.event(params.eventId);
  if (!stored) throw new AppError('not-found', `There is no event ${params.eventId}.`);
  const { slug, triggerId, payload } = stored;
  return { status: 200, body: { ...toTriggerEvent(stored), slug, triggerId, event: JSON.parse(payload) } };
});
