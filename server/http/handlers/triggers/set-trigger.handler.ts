import { setTrigger } from '#lib/api/triggers.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadTrigger, toTriggerResource } from '../../resources/trigger-resource.ts';

export const setTriggerHandler = defineHandler(setTrigger, async ({ params, body, repos, deps }) => {
  const { trigger } = await loadTrigger(repos, params);
  const nextAt = body.isOn ? await deps.triggers.firstAt(JSON.parse(trigger)) : null;
  await repos.triggers.setOn(params, body.isOn, nextAt);
  deps.triggers.wake();
  return { status: 200, body: toTriggerResource(await loadTrigger(repos, params)) };
});
