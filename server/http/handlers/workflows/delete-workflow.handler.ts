import { deleteWorkflow } from '#lib/api/workflows.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { workflowNotFound } from '../../workflows/load-workflow.ts';

export const deleteWorkflowHandler = defineHandler(deleteWorkflow, async ({ params, repos }) => {
  if (!(await repos.workflows.remove(params.id))) throw workflowNotFound(params.id);
  return { status: 204 };
});
