'use client';
import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { loadCredentials } from '#components/data/load-credentials.ts';
import { useChange } from '#components/data/use-change.ts';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';

export type Credentials = {
  readonly credentials: readonly CredentialResource[];
  /** When they were loaded. */
  readonly nowMs: number;
  /** Why the last change failed. */
  readonly problem: string | undefined;
  reload(): Promise<void>;
  /** Makes one change at a time and loads the list again. */
  change(call: () => Promise<unknown>): Promise<void>;
};

/** The credentials of the workspace, loaded again after each change. */
export function useCredentials(first: readonly CredentialResource[], loadedAtMs: number): Credentials {
  const { data, refetch } = useQuery({
    queryKey: ['credentials'],
    queryFn: async ({ signal }) => ({ items: await loadCredentials(apiClient, signal), nowMs: Date.now() }),
    initialData: { items: first, nowMs: loadedAtMs },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const reload = async () => void (await refetch({ throwOnError: true }));
  const { problem, run } = useChange();
  return {
    credentials: data.items,
    nowMs: data.nowMs,
    problem,
    reload,
    change: (call) =>
      run(async () => {
        await call();
        await reload();
      }),
  };
}
