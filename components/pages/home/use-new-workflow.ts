'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import type { ChosenCredentials } from '#components/pages/home/import-panel.tsx';
import { makeEmptyWorkflow } from '#components/pages/templates/make-workflow.ts';
import { useMaking } from '#components/pages/templates/use-making.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** Makes workflows, empty or of a file, and opens them in the editor. */
export function useNewWorkflow() {
  const t = useTranslations('home');
  const [file, setFile] = useState<File>();
  const making = useMaking();
  const importWorkflow = (body: Workflow, credentials: ChosenCredentials) =>
    making.make(async () => {
      const { id } = await apiClient.createWorkflow({ body });
      for (const [slot, credentialId] of Object.entries(credentials))
        if (credentialId !== '') await apiClient.fillCredentialSlot({ params: { id, slot }, body: { credentialId } });
      return id;
    });
  const makeNew = () =>
    void making.make(async () => (await apiClient.createWorkflow({ body: makeEmptyWorkflow(t('untitled')) })).id);
  return { ...making, file, setFile, importWorkflow, makeNew };
}

export type NewWorkflow = ReturnType<typeof useNewWorkflow>;
