import { createHash } from 'node:crypto';
import { deployWorkflow } from '#lib/api/deployments.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../define-handler.ts';
import { loadWorkflow } from '../load-workflow.ts';

export const deployWorkflowHandler = defineHandler(deployWorkflow, async ({ params, body, repos, deps }) => {
  const { workflow } = await loadWorkflow(repos, params.id);
  const { valid, errors } = deps.validate(workflow);
  if (!valid) {
    const [first] = errors;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    throw new AppError('workflow-invalid', `${first?.message ?? 'The workflow is not valid'}${more}`, {
      details: { problems: errors },
    });
  }
  const document = deps.format(workflow);
  // the engine names documents the same way, so that a run of this version stores nothing twice
  const documentHash = createHash('sha256').update(document).digest('base64url');
  const { slug, events, allow: { models: allowedModels, toolNames: allowsToolNames } = {} } = body;
  const told = { slug, events, allowedModels, allowsToolNames };
  const { version } = await repos.deployments.deploy({ ...told, workflowId: params.id, document, documentHash });
  deps.publishing.door.forgetAll();
  return { status: 201, headers: { location: `/api/v1/deployments/${slug}` }, body: { slug, version } };
});
