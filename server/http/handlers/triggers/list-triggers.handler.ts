import { listTriggers } from '#lib/api/triggers.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toTriggerResource } from '../../resources/trigger-resource.ts';
import { loadWorkflow } from '../../workflows/load-workflow.ts';

export const listTriggersHandler = defineHandler(listTriggers, async ({ params, repos }) => {
  await loadWorkflow(repos, params.id);
  const items = await repos.triggers.list(params.id);
  return { status: 200, body: { items: items.map(toTriggerResource) } };
});
