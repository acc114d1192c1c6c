'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import type { A2aServiceResource } from '#lib/api/a2a-services.contract.ts';

const queryKey = ['a2a-services'];
type Known = { items: A2aServiceResource[] };

/** The A2A agents of the workspace, by name. */
export function useA2aServices(first: readonly A2aServiceResource[]) {
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => apiClient.listA2aServices({}, { signal }),
    initialData: { items: [...first] },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data.items;
}

/** Puts an agent as it is now into the list; undefined for one that was deleted. */
export function useA2aServiceChanged() {
  const queries = useQueryClient();
  return (id: string, now: A2aServiceResource | undefined) =>
    queries.setQueryData<Known>(queryKey, (known) => {
      const others = (known?.items ?? []).filter((one) => one.id !== id);
      const items = now ? [...others, now].sort((a, b) => (a.name < b.name ? -1 : 1)) : others;
      return { items };
    });
}
