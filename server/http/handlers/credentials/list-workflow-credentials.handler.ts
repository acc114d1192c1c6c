import { listWorkflowCredentials } from '#lib/api/credentials.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadWorkflow } from '../../workflows/load-workflow.ts';

export const listWorkflowCredentialsHandler = defineHandler(listWorkflowCredentials, async ({ params, repos }) => {
  const { workflow } = await loadWorkflow(repos, params.id);
  const slots = workflow.settings.credentials ?? {};
  const filled = await repos.credentials.slotsOf(params.id);
  const items = Object.entries(slots).map(([slot, declared]) => ({ ...declared, slot, credentialId: filled.get(slot) ?? null }));
  return { status: 200, body: { items } };
});
