import { runWorkflow } from '#lib/api/runs.contract.ts';
import { defineHandler } from '../define-handler.ts';
import { loadWorkflow } from '../load-workflow.ts';
import { startRun } from '../start-run.ts';

export const runWorkflowHandler = defineHandler(runWorkflow, async ({ params, body, repos, deps, workspaceId }) => {
  const { workflow } = await loadWorkflow(repos, params.id);
  return startRun({ workspaceId, workflow, workflowId: params.id, inputs: body.inputs, mode: 'draft' }, { ask: body, deps });
});
