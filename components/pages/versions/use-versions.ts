'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { loadVersions, type VersionsData } from '#components/pages/versions/load-versions.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

type Restored = { readonly number: number; readonly before: Workflow };

export type Versions = {
  readonly data: VersionsData;
  readonly isBusy: boolean;
  /** Why the last change failed. */
  readonly problem: string | undefined;
  /** The version that was just restored as draft, until that is undone. */
  readonly restored: number | undefined;
  restore(number: number): Promise<void>;
  undoRestore(): Promise<void>;
  /** Points an endpoint at a version, newer or older. */
  promote(slug: string, number: number): Promise<void>;
};

/** The versions of a workflow and the changes they allow, one at a time. */
export function useVersions(first: VersionsData): Versions {
  const { workflowId } = first;
  const { data, refetch } = useQuery({
    queryKey: ['versions', workflowId],
    queryFn: () => loadVersions(apiClient, workflowId),
    initialData: first,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Also after a failure: a conflict means that the data on the page is stale.
  const { isBusy, problem, run } = useChange({ onSettled: refetch });
  const [restored, setRestored] = useState<Restored>();
  const { draft } = data;

  const save = (body: Workflow) =>
    apiClient.replaceWorkflow({ params: { id: workflowId }, headers: { 'if-match': String(draft.revision) }, body });

  return {
    data,
    isBusy,
    problem,
    restored: restored?.number,
    restore: (number) =>
      run(async () => {
        const { document } = await apiClient.getVersion({ params: { id: workflowId, number } });
        await save(document);
        setRestored({ number, before: draft.document });
      }),
    undoRestore: () =>
      run(async () => {
        if (!restored) return;
        await save(restored.before);
        setRestored(undefined);
      }),
    promote: (slug, number) => run(() => apiClient.promoteDeployment({ params: { slug }, body: { version: number } })),
  };
}
