import { validateWorkflow } from '#lib/api/workflows.contract.ts';
import { toolsOffIn } from '#lib/tools/tool-catalogue.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { namesOf } from '../../handler-kit/names-of.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';
import { inlineSubworkflowsIfReadable } from '../../workflows/inline-subworkflows.ts';

export const validateWorkflowHandler = defineHandler(validateWorkflow, async ({ body, deps, repos, workspaceId }) => {
  const [catalogue, names] = await Promise.all([toolsOf(deps, workspaceId), namesOf(deps, workspaceId)]);
  const { valid, errors, warnings } = deps.validate(await inlineSubworkflowsIfReadable(body, repos), {
    tools: catalogue.definitions,
    toolsOff: toolsOffIn(catalogue),
    names,
  });
  const answer = { valid, errors: [...errors], warnings: [...warnings] };
  return { status: 200, body: answer };
});
