import { deleteWorkflow } from '#lib/api/workflows.contract.ts';
import { defineHandler } from '../define-handler.ts';
import { workflowNotFound } from '../load-workflow.ts';

export const deleteWorkflowHandler = defineHandler(deleteWorkflow, async ({ params, repos }) => {
  if (!(await repos.workflows.remove(params.id))) throw workflowNotFound(params.id);
  return { status: 204 };
});
