'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import type { ConfiguredModelResource } from '#lib/api/models.contract.ts';

export type Models = {
  readonly models: readonly ConfiguredModelResource[];
  /** Why the last change failed. */
  readonly problem: string | undefined;
  /** Why the list was not loaded again. */
  readonly loadError: Error | null;
  reload(): Promise<void>;
  /** Puts a model as it is now into the list. */
  show(now: ConfiguredModelResource): void;
  /** Makes one change at a time and loads the list again. */
  change(call: () => Promise<unknown>): Promise<void>;
};

const queryKey = ['models'];

/** The models of the server, loaded again after each change. */
export function useModels(first: readonly ConfiguredModelResource[]): Models {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await apiClient.listConfiguredModels({}, { signal })).items,
    initialData: [...first],
    staleTime: Number.POSITIVE_INFINITY,
  });
  const reload = async () => void (await refetch());
  const { problem, run } = useChange();
  return {
    models: data,
    problem,
    loadError: error,
    reload,
    show: (now) =>
      void queries.setQueryData<ConfiguredModelResource[]>(queryKey, (known = []) =>
        known.some(({ name }) => name === now.name) ? known.map((one) => (one.name === now.name ? now : one)) : [...known, now],
      ),
    change: (call) =>
      run(async () => {
        await call();
        await reload();
      }),
  };
}
