'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { loadCredentials } from '#components/data/load-credentials.ts';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';

type First = { readonly items: readonly CredentialResource[]; readonly loadedAtMs: number };

const queryKey = ['credentials'];

/** The credentials of the workspace, loaded once for all parts of a page. */
export function useCredentialList(first?: First) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<First> => ({ items: await loadCredentials(apiClient, signal), loadedAtMs: Date.now() }),
    // What the page was made with is not read twice.
    ...(first && { initialData: first, staleTime: Number.POSITIVE_INFINITY }),
  });
  return {
    credentials: data?.items ?? [],
    /** Undefined until they are loaded. */
    loadedAtMs: data?.loadedAtMs,
    error,
    /** Puts a credential as it is now into the list. */
    show: (now: CredentialResource) =>
      void queries.setQueryData<First>(queryKey, (known) => {
        if (!known) return known;
        const isKnown = known.items.some(({ id }) => id === now.id);
        return { ...known, items: isKnown ? known.items.map((one) => (one.id === now.id ? now : one)) : [now, ...known.items] };
      }),
    /** `error` says whether it failed. */
    reload: async () => void (await refetch()),
  };
}
