import { listTriggerEvents } from '#lib/api/triggers.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadTrigger, toTriggerEvent } from '../../resources/trigger-resource.ts';

export const listTriggerEventsHandler = defineHandler(listTriggerEvents, async ({ params, query, repos }) => {
  await loadTrigger(repos, params);
  const { items, nextCursor } = await repos.triggers.events(params, query);
  return { status: 200, body: { items: items.map(toTriggerEvent), nextCursor } };
});
