import { planWorkflowRun } from '#lib/api/forks.contract.ts';
import { defineHandler } from '../define-handler.ts';
import { loadWorkflow } from '../load-workflow.ts';
import { makeWhole } from '../make-whole.ts';
import { partOf } from '../part-of.ts';
import { toRunPlan } from '../run-plan-resource.ts';

export const planWorkflowRunHandler = defineHandler(planWorkflowRun, async ({ params, body, repos, deps, workspaceId }) => {
  const { workflow: draft } = await loadWorkflow(repos, params.id);
  const workflow = await makeWhole(body.document ?? draft, repos);
  const plan = await deps.runs.plan({ workspaceId, workflow, workflowId: params.id, inputs: {}, mode: 'draft', ...partOf(body) });
  return { status: 200, body: toRunPlan(plan, deps.clock.now()) };
});
