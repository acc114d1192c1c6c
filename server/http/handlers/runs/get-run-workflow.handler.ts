import { getRunWorkflow } from '#lib/api/runs.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { workflowSchema } from '#lib/workflow/workflow.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getRunWorkflowHandler = defineHandler(getRunWorkflow, async ({ params, repos }) => {
  const stored = await repos.runs.getDocument(params.id);
  if (!stored) throw new AppError('run-not-found', `There is no run ${params.id}.`);
  const { documentHash, document } = stored;
  const parsed = workflowSchema.safeParse(JSON.parse(document));
  if (parsed.success) return { status: 200, body: { documentHash, document: parsed.data } };
  throw new AppError('workflow-invalid', `Run ${params.id} ran a document that this version cannot read.`, {
    cause: parsed.error,
  });
});
