'use client';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { filledSlots, useKnownCredentials } from '#components/data/use-known-credentials.ts';
import { useAutosave, useEditor } from '#components/editor/document/use-editor.tsx';
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
  /** Why the credentials could not be loaded. */
  readonly loadProblem: string | undefined;
  /** Why the last choice could not be stored. */
  readonly fillProblem: string | undefined;
  /** The credential that fills a slot. */
  credentialOf(slot: string): CredentialResource | undefined;
  /**
   * Chooses a slot for a credential, and fills it.
   * @param current the slot that the field names now
   * @param setField writes the slot into the field and applies `declareSlot`, in one edit
   */
  choose(
    credential: CredentialResource,
    current: string | undefined,
    setField: (slot: string, declareSlot: WorkflowEdit) => void,
  ): Promise<void>;
};
export type WorkflowEdit = (workflow: Workflow) => Workflow;

/** The slots of the opened workflow and what fills them. */
export function useSlots(): Slots {
  const workflowId = useEditor((state) => state.workflowId);
  const autosave = useAutosave();
  const slots = useEditor(({ document }) => document.settings.credentials) ?? NO_SLOTS;
  const { credentials = [], problem, reload } = useKnownCredentials();
  const [fillProblem, setFillProblem] = useState<string>();
  const filled = filledSlots(credentials, workflowId);
  return {
    credentials,
    slots,
    loadProblem: problem,
    fillProblem,
    credentialOf: (slot) => credentials.find(({ id }) => id === filled.get(slot)),
    async choose(credential, current, setField) {
      const slot = slotFor(credential, { slots, filled, current });
      setFillProblem(undefined);
      setField(slot, declareSlotEdit(slot, credential));
      try {
        // The slot is declared in the stored draft first.
        await autosave.saveNow();
        await apiClient.fillCredentialSlot({ params: { id: workflowId, slot }, body: { credentialId: credential.id } });
      } catch (error) {
        setFillProblem(errorMessage(error));
      }
      await reload();
    },
  };
}

function declareSlotEdit(slot: string, { type, hosts }: CredentialSlot): WorkflowEdit {
  return (workflow) => declareSlot(workflow, slot, { type, hosts });
}

/** Removes the declaration of a slot that a field no longer names, once no other field names it. */
export function dropSlotEdit(slot: string): WorkflowEdit {
  return (workflow) => dropUnusedSlot(workflow, slot, nodeRegistry);
}
