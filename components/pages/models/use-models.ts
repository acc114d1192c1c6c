'use client';
import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import type { ConfiguredModelResource } from '#lib/api/models.contract.ts';

export type Models = {
  readonly models: readonly ConfiguredModelResource[];
  /** Why the last change failed. */
  readonly problem: string | undefined;
  reload(): Promise<void>;
  /** Makes one change at a time and loads the list again. */
  change(call: () => Promise<unknown>): Promise<void>;
};

/** The models of the server, loaded again after each change. */
export function useModels(first: readonly ConfiguredModelResource[]): Models {
  const { data, refetch } = useQuery({
    queryKey: ['models'],
    queryFn: async ({ signal }) => (await apiClient.listConfiguredModels({}, { signal })).items,
    initialData: [...first],
    staleTime: Number.POSITIVE_INFINITY,
  });
  const reload = async () => void (await refetch({ throwOnError: true }));
  const { problem, run } = useChange();
  return {
    models: data,
    problem,
    reload,
    change: (call) =>
      run(async () => {
        await call();
        await reload();
      }),
  };
}
