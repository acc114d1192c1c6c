'use client';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { loadVersions, type VersionsData } from '#components/pages/versions/load-versions.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

type Restored = { readonly number: number; readonly before: Workflow };

export type Versions = {
  readonly data: VersionsData;
  readonly isBusy: boolean;
  /** Why the last change was not made. */
  readonly problem: string | undefined;
  /** The version that the draft was just set to, until that is undone. */
  readonly restored: number | undefined;
  restore(number: number): Promise<void>;
  undoRestore(): Promise<void>;
  /** Puts an address on a version, newer or older. */
  promote(slug: string, number: number): Promise<void>;
};

/** The versions of a workflow and what can be done with them; one change at a time. */
export function useVersions(first: VersionsData): Versions {
  const [data, setData] = useState(first);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [restored, setRestored] = useState<Restored>();
  const { workflowId, draft } = data;

  async function attempt(change: () => Promise<void>) {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    try {
      await change();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    // Also after a refusal: somebody else may have changed it, and then that is what has to be seen.
    await loadVersions(apiClient, workflowId).then(setData, () => {});
    setIsBusy(false);
  }

  const save = (body: Workflow) =>
    apiClient.replaceWorkflow({ params: { id: workflowId }, headers: { 'if-match': String(draft.revision) }, body });

  return {
    data,
    isBusy,
    problem,
    restored: restored?.number,
    restore: (number) =>
      attempt(async () => {
        const { document } = await apiClient.getVersion({ params: { id: workflowId, number } });
        await save(document);
        setRestored({ number, before: draft.document });
      }),
    undoRestore: () =>
      attempt(async () => {
        if (!restored) return;
        await save(restored.before);
        setRestored(undefined);
      }),
    promote: (slug, number) =>
      attempt(async () => void (await apiClient.promoteDeployment({ params: { slug }, body: { version: number } }))),
  };
}
