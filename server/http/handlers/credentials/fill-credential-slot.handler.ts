import { fillCredentialSlot } from '#lib/api/credentials.contract.ts';
import type { CredentialSlots } from '#lib/credentials/credential-type.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Repositories } from '../../../db/repositories/repositories.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { refusedCredential } from '../../workflows/assert-credential.ts';
import { loadWorkflow } from '../../workflows/load-workflow.ts';

export const fillCredentialSlotHandler = defineHandler(fillCredentialSlot, async ({ params, body, repos }) => {
  const { workflow } = await loadWorkflow(repos, params.id);
  const { credentialId } = body;
  // A slot that is not declared any more can be emptied.
  if (credentialId !== null) await assertFits({ slot: params.slot, credentialId }, workflow.settings.credentials ?? {}, repos);
  await repos.credentials.fillSlot(params.id, params.slot, credentialId);
  return { status: 204 };
});

/** @throws {AppError} `not-found` for an unknown slot or credential; `body-invalid` for a credential of another type */
async function assertFits(
  { slot, credentialId }: { readonly slot: string; readonly credentialId: string },
  slots: CredentialSlots,
  repos: Repositories,
): Promise<void> {
  const { [slot]: declared } = slots;
  if (!declared) {
    const known = Object.keys(slots).join(', ') || 'none';
    throw new AppError('not-found', `The workflow has no credential slot '${slot}'. It has: ${known}.`);
  }
  const credential = await repos.credentials.get(credentialId);
  if (!credential) throw new AppError('not-found', `There is no credential ${credentialId}.`);
  if (credential.type !== declared.type)
    throw refusedCredential(
      `The slot '${slot}' takes a credential of type ${declared.type}, and '${credential.name}' is of type ${credential.type}`,
    );
}
