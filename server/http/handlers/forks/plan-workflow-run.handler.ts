import { planWorkflowRun } from '#lib/api/forks.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toRunPlan } from '../../resources/run-plan-resource.ts';
import { partOf } from '../../runs/part-of.ts';
import { inlineSubworkflows } from '../../workflows/inline-subworkflows.ts';
import { loadWorkflow } from '../../workflows/load-workflow.ts';

export const planWorkflowRunHandler = defineHandler(planWorkflowRun, async ({ params, body, repos, deps, workspaceId }) => {
  const { workflow: draft } = await loadWorkflow(repos, params.id);
  const workflow = await inlineSubworkflows(body.document ?? draft, repos, params.id);
  const plan = await deps.runs.plan({ workspaceId, workflow, workflowId: params.id, inputs: {}, mode: 'draft', ...partOf(body) });
  return { status: 200, body: toRunPlan(plan, deps.clock.now()) };
});
