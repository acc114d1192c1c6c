'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { readPages } from '#components/data/read-pages.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { KnowledgeBaseResource, listKnowledgeBases } from '#lib/api/knowledge.contract.ts';

export type KnowledgeAnswer = ContractOutput<typeof listKnowledgeBases>;

/** While documents are indexed, in milliseconds. */
const WATCH_MS = 1500;

/** The knowledge bases of the workspace, by title. */
export function useKnowledgeBases(first: KnowledgeAnswer) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['knowledge'],
    queryFn: ({ signal }) => apiClient.listKnowledgeBases({ signal }),
    initialData: first,
    refetchInterval: ({ state }) => (state.data?.items.some(({ pending }) => pending > 0) ? WATCH_MS : false),
  });
  /** Puts a base as it is now into the list, or takes one out. */
  const change = (name: string, now: KnowledgeBaseResource | undefined) =>
    queries.setQueryData<KnowledgeAnswer>(['knowledge'], (known = data) => {
      const others = known.items.filter((base) => base.name !== name);
      return { ...known, items: now ? [...others, now].sort((a, b) => a.title.localeCompare(b.title)) : others };
    });
  return { ...data, error, reload: async () => void (await refetch()), change };
}

type DocumentQuery = {
  readonly search: string;
  /** Only those that could not be indexed. */
  readonly isFailed: boolean;
  readonly isPending: boolean;
  readonly shown: number;
};

/** Documents of a base, at least `shown` of them; they are read again while any of them is indexed. */
export function useDocuments(name: string, { search, isFailed, isPending, shown }: DocumentQuery) {
  return useQuery({
    queryKey: ['knowledge', name, 'documents', search, isFailed, shown],
    queryFn: async ({ signal }) => {
      const options = { limit: 100, ...(search !== '' && { search }), ...(isFailed && { status: 'failed' as const }) };
      const { items, last } = await readPages(
        (cursor) =>
          apiClient.listKnowledgeDocuments(
            { params: { name }, query: { ...options, ...(cursor !== undefined && { cursor }) } },
            { signal },
          ),
        (all) => all.length >= shown,
      );
      return { items, total: last.total };
    },
    placeholderData: (before) => before,
    // The list of bases may have been read after the last document was ready, and this list before.
    refetchInterval: ({ state }) => (isPending || state.data?.items.some(isBeingIndexed) ? WATCH_MS : false),
  });
}

function isBeingIndexed({ status }: { readonly status: string }): boolean {
  return status === 'queued' || status === 'indexing';
}

/** Reads everything of a base again. */
export function useReload(name: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['knowledge'], exact: true }),
      queries.invalidateQueries({ queryKey: ['knowledge', name] }),
    ]);
  };
}
