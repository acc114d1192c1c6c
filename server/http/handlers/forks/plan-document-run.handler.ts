import { planDocumentRun } from '#lib/api/forks.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toRunPlan } from '../../resources/run-plan-resource.ts';
import { partOf } from '../../runs/part-of.ts';
import { inlineSubworkflows } from '../../workflows/inline-subworkflows.ts';

export const planDocumentRunHandler = defineHandler(planDocumentRun, async ({ body, repos, deps, workspaceId }) => {
  const workflow = await inlineSubworkflows(body.document, repos);
  const plan = await deps.runs.plan({ workspaceId, workflow, inputs: {}, mode: 'draft', ...partOf(body) });
  return { status: 200, body: toRunPlan(plan, deps.clock.now()) };
});
