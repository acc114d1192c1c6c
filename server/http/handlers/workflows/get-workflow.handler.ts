import { getWorkflow } from '#lib/api/workflows.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { revisionHeaders } from '../../protocol/revision.ts';
import { loadWorkflow } from '../../workflows/load-workflow.ts';

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
