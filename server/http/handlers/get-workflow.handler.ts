import { getWorkflow } from '#lib/api/workflows.contract.ts';
import { defineHandler } from '../define-handler.ts';
import { loadWorkflow } from '../load-workflow.ts';
import { revisionHeaders } from '../revision.ts';

export const getWorkflowHandler = defineHandler(getWorkflow, async ({ params, repos }) => {
  const { workflowId, revision, createdAt, updatedAt, workflow } = await loadWorkflow(repos, params.id);
  return {
    status: 200,
    headers: revisionHeaders(revision),
    body: {
      id: workflowId,
      revision,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      document: workflow,
    },
  };
});
