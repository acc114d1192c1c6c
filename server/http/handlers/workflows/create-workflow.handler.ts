import { createWorkflow } from '#lib/api/workflows.contract.ts';
import { withoutBundle } from '#lib/workflow/called-workflows.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { revisionHeaders } from '../../protocol/revision.ts';

export const createWorkflowHandler = defineHandler(createWorkflow, async ({ body, repos, deps }) => {
  const { workflowId, revision } = await repos.workflows.create(deps.newId('wf'), {
    name: body.name,
    document: deps.format(withoutBundle(body)),
  });
  return {
    status: 201,
    headers: { location: `/api/v1/workflows/${workflowId}`, ...revisionHeaders(revision) },
    body: { id: workflowId, revision },
  };
});
