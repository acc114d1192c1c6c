'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { loadDeployments } from '#components/data/load-deployments.ts';
import type { WorkflowRow } from '#components/pages/home/home-data.ts';
import type { RowAction } from '#components/pages/home/row-menu.tsx';
import { type Deletes, useDeletes } from '#components/pages/home/use-deletes.ts';
import type { HomeList } from '#components/pages/home/use-home-list.ts';
import { duplicateWorkflow, exportWorkflow, renameWorkflow } from '#components/pages/templates/workflow-actions.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** A workflow with endpoints: deleting it needs a confirmation. */
export type PendingDelete = { readonly row: WorkflowRow; readonly slugs: readonly string[]; readonly isOpen: boolean };

export type RowActions = {
  readonly deletes: Deletes;
  /** The workflow whose name is being typed. */
  readonly renamingId: string | undefined;
  readonly pendingDelete: PendingDelete | undefined;
  /** By workflow id: what could not be done. */
  readonly problems: Readonly<Record<string, string>>;
  act(row: WorkflowRow, action: RowAction): void;
  rename(row: WorkflowRow, name: string): void;
  cancelRename(): void;
  confirmDelete(): void;
  cancelDelete(): void;
};

/** The actions of the listed workflows; errors are shown at their row. */
export function useRowActions(list: HomeList): RowActions {
  const t = useTranslations('home');
  const [renamingId, setRenamingId] = useState<string>();
  const [askedDelete, setAskedDelete] = useState<PendingDelete>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const fail = (workflowId: string, error: unknown) => setProblems((shown) => ({ ...shown, [workflowId]: errorMessage(error) }));
  const deletes = useDeletes({ onGone: list.reload, onFailed: fail });

  // Keeps the row, since the focus returns to it.
  const closeQuestion = () => setAskedDelete((asked) => asked && { ...asked, isOpen: false });

  async function attempt(row: WorkflowRow, action: () => Promise<void>) {
    setProblems(({ [row.workflowId]: _, ...others }) => others);
    try {
      await action();
    } catch (error) {
      fail(row.workflowId, error);
    }
  }

  async function duplicate({ workflowId, name }: WorkflowRow) {
    await duplicateWorkflow(apiClient, workflowId, t('copyName', { name }));
    list.reload();
  }

  async function askOrDelete(row: WorkflowRow) {
    // Read now: a deployment may have been added since the list was loaded.
    const slugs = (await loadDeployments(apiClient, row.workflowId)).map(({ slug }) => slug);
    if (slugs.length > 0) return setAskedDelete({ row, slugs, isOpen: true });
    deletes.add(row.workflowId, []);
  }

  const actions: Readonly<Record<RowAction, (row: WorkflowRow) => Promise<void>>> = {
    rename: async ({ workflowId }) => setRenamingId(workflowId),
    duplicate,
    export: ({ workflowId }) => exportWorkflow(apiClient, workflowId),
    delete: askOrDelete,
  };

  return {
    deletes,
    renamingId,
    pendingDelete: askedDelete,
    problems,
    act: (row, action) => void attempt(row, () => actions[action](row)),
    rename: (row, name) =>
      void attempt(row, async () => {
        setRenamingId(undefined);
        await renameWorkflow(apiClient, row.workflowId, name);
        list.change(row.workflowId, { name, savedAt: new Date().toISOString() });
      }),
    cancelRename: () => setRenamingId(undefined),
    confirmDelete() {
      if (askedDelete) deletes.add(askedDelete.row.workflowId, askedDelete.slugs);
      closeQuestion();
    },
    cancelDelete: closeQuestion,
  };
}
