'use client';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { filledSlots, useKnownCredentials } from '#components/data/use-known-credentials.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import type { CredentialSlot, CredentialSlots } from '#lib/credentials/credential-type.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { declareSlot, dropUnusedSlot, slotFor } from '#lib/workflow/edit/declare-slot.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

const NO_SLOTS: CredentialSlots = {};

type Slots = {
  readonly credentials: readonly CredentialResource[];
  readonly slots: CredentialSlots;
  /** Why the credentials are unknown, or the last choice was not stored. */
  readonly notLoaded: string | undefined;
  readonly notFilled: string | undefined;
  /** The credential that fills a slot. */
  credentialOf(slot: string): CredentialResource | undefined;
  /**
   * Chooses a slot for a credential, and fills it.
   * @param current the slot of the field now
   * @param name sets the field; `also` declares the slot, in the same edit
   */
  choose(
    credential: CredentialResource,
    current: string | undefined,
    name: (slot: string, also: WorkflowEdit) => void,
  ): Promise<void>;
};
export type WorkflowEdit = (workflow: Workflow) => Workflow;

/** The slots of the opened workflow and what fills them. */
export function useSlots(): Slots {
  const workflowId = useEditor((state) => state.workflowId);
  const slots = useEditor(({ document }) => document.settings.credentials) ?? NO_SLOTS;
  const { credentials = [], problem, reload } = useKnownCredentials();
  const [notFilled, setNotFilled] = useState<string>();
  const filled = filledSlots(credentials, workflowId);
  return {
    credentials,
    slots,
    notLoaded: problem,
    notFilled,
    credentialOf: (slot) => credentials.find(({ id }) => id === filled.get(slot)),
    async choose(credential, current, name) {
      const slot = slotFor(credential, { slots, filled, current });
      setNotFilled(undefined);
      name(slot, declaring(slot, credential));
      try {
        await apiClient.fillCredentialSlot({ params: { id: workflowId, slot }, body: { credentialId: credential.id } });
      } catch (error) {
        setNotFilled(errorMessage(error));
      }
      await reload();
    },
  };
}

function declaring(slot: string, { type, hosts }: CredentialSlot): WorkflowEdit {
  return (workflow) => declareSlot(workflow, slot, { type, hosts });
}

/** Removes the declaration of a slot that a field no longer names, once no other field names it. */
export function forgetting(slot: string): WorkflowEdit {
  return (workflow) => dropUnusedSlot(workflow, slot, nodeRegistry);
}
