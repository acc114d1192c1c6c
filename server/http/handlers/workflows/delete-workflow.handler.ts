import { deleteWorkflow } from '#lib/api/workflows.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { workflowNotFound } from '../../workflows/load-workflow.ts';
import { forgetPublished } from '../deployments/forget-published.ts';

export const deleteWorkflowHandler = defineHandler(deleteWorkflow, async ({ params, repos, deps, workspaceId }) => {
  if (!(await repos.workflows.remove(params.id))) throw workflowNotFound(params.id);
  forgetPublished(deps, workspaceId);
  return { status: 204 };
});
