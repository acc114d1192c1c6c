import { listWorkflows } from '#lib/api/workflows.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const listWorkflowsHandler = defineHandler(listWorkflows, async ({ query, repos }) => {
  const [{ items, nextCursor }, counts] = await Promise.all([
    repos.workflows.list(query),
    query.include === 'counts' ? repos.workflows.count(query.search) : undefined,
  ]);
  return {
    status: 200,
    body: {
      items: items.map(({ workflowId, name, revision, createdAt, updatedAt }) => ({
        id: workflowId,
        name,
        revision,
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      })),
      nextCursor,
      ...(counts && { counts }),
    },
  };
});
