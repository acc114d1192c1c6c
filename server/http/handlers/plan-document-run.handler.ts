import { planDocumentRun } from '#lib/api/forks.contract.ts';
import { defineHandler } from '../define-handler.ts';
import { makeWhole } from '../make-whole.ts';
import { partOf } from '../part-of.ts';
import { toRunPlan } from '../run-plan-resource.ts';

export const planDocumentRunHandler = defineHandler(planDocumentRun, async ({ body, repos, deps, workspaceId }) => {
  const workflow = await makeWhole(body.document, repos);
  const plan = await deps.runs.plan({ workspaceId, workflow, inputs: {}, mode: 'draft', ...partOf(body) });
  return { status: 200, body: toRunPlan(plan, deps.clock.now()) };
});
