import { fillCredentialSlot } from '#lib/api/credentials.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadWorkflow } from '../../workflows/load-workflow.ts';

export const fillCredentialSlotHandler = defineHandler(fillCredentialSlot, async ({ params, body, repos }) => {
  await loadWorkflow(repos, params.id);
  await repos.credentials.fillSlot(params.id, params.slot, body.credentialId);
  return { status: 204 };
});
