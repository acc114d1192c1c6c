import { validateWorkflow } from '#lib/api/workflows.contract.ts';
import { defineHandler } from '../define-handler.ts';

export const validateWorkflowHandler = defineHandler(validateWorkflow, async ({ body, deps }) => {
  const { valid, errors, warnings } = deps.validate(body);
  const answer = { valid, errors: [...errors], warnings: [...warnings] };
  return { status: 200, body: answer };
});
