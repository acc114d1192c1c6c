import { validateWorkflow } from '#lib/api/workflows.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { inlineSubworkflowsIfReadable } from '../../workflows/inline-subworkflows.ts';

export const validateWorkflowHandler = defineHandler(validateWorkflow, async ({ body, deps, repos }) => {
  const { valid, errors, warnings } = deps.validate(await inlineSubworkflowsIfReadable(body, repos));
  const answer = { valid, errors: [...errors], warnings: [...warnings] };
  return { status: 200, body: answer };
});
