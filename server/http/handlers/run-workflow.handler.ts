import { runWorkflow } from '#lib/api/runs.contract.ts';
import { defineHandler } from '../define-handler.ts';
import { loadWorkflow } from '../load-workflow.ts';
import { makeWhole } from '../make-whole.ts';
import { partOf } from '../part-of.ts';
import { startRun } from '../start-run.ts';

export const runWorkflowHandler = defineHandler(runWorkflow, async ({ params, body, repos, deps, workspaceId }) => {
  const { workflow: draft } = await loadWorkflow(repos, params.id);
  const workflow = await makeWhole(draft, repos);
  return startRun(
    { workspaceId, workflow, workflowId: params.id, inputs: body.inputs, mode: 'draft', ...partOf(body) },
    { ask: body, deps },
  );
});
