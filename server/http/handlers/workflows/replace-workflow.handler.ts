import { replaceWorkflow } from '#lib/api/workflows.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { withoutBundle } from '#lib/workflow/called-workflows.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { parseIfMatch, revisionHeaders } from '../../protocol/revision.ts';

export const replaceWorkflowHandler = defineHandler(replaceWorkflow, async ({ params, headers, body, repos, deps }) => {
  const revision = parseIfMatch(headers['if-match']);
  const result = await repos.workflows.replace(
    params.id,
    { name: body.name, document: deps.format(withoutBundle(body)) },
    { revision },
  );
  if (result.status === 'stale') {
    const { revision: currentRevision, document } = result.current;
    throw new AppError(
      'revision-stale',
      `Revision ${revision} was replaced by another change; revision ${currentRevision} is stored now.`,
      {
        details: { current: { revision: currentRevision, document: JSON.parse(document) }, yours: body },
      },
    );
  }
  return {
    status: 200,
    headers: revisionHeaders(result.workflow.revision),
    body: { id: params.id, revision: result.workflow.revision },
  };
});
