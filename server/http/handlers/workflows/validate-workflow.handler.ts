import { validateWorkflow } from '#lib/api/workflows.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { namesOf } from '../../handler-kit/names-of.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';
import { inlineSubworkflowsIfReadable } from '../../workflows/inline-subworkflows.ts';

export const validateWorkflowHandler = defineHandler(validateWorkflow, async ({ body, deps, repos, workspaceId }) => {
  const [{ definitions: tools }, names] = await Promise.all([toolsOf(deps, workspaceId), namesOf(deps, workspaceId)]);
  const { valid, errors, warnings } = deps.validate(await inlineSubworkflowsIfReadable(body, repos), { tools, names });
  const answer = { valid, errors: [...errors], warnings: [...warnings] };
  return { status: 200, body: answer };
});
