'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { listStoredValues, StoredValueResource } from '#lib/api/stored-values.contract.ts';

export type StoredValuesList = ContractOutput<typeof listStoredValues>;

export type StoredValues = {
  readonly values: readonly StoredValueResource[];
  /** When they were loaded. */
  readonly nowMs: number;
  readonly hasMore: boolean;
  /** Why the last change failed. */
  readonly problem: string | undefined;
  loadMore(): void;
  reload(): Promise<unknown>;
  /** Makes one change at a time and loads the list again. @returns whether it was made */
  change(call: () => Promise<unknown>): Promise<boolean>;
};

/** The stored values with a part of their key, page by page, loaded again after each change. */
export function useStoredValues(
  search: string,
  { first, loadedAtMs }: { first: StoredValuesList; loadedAtMs: number },
): StoredValues {
  const { data, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['stored-values', search],
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...(search !== '' && { search }), ...(pageParam !== null && { cursor: pageParam }) };
      return { ...(await apiClient.listStoredValues({ query }, { signal })), nowMs: Date.now() };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...(search === '' && { initialData: { pages: [{ ...first, nowMs: loadedAtMs }], pageParams: [null] } }),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { problem, run } = useChange();
  return {
    values: data?.pages.flatMap(({ items }) => items) ?? [],
    nowMs: data?.pages[0]?.nowMs ?? loadedAtMs,
    hasMore: hasNextPage,
    problem,
    loadMore: () => void fetchNextPage(),
    reload: () => refetch(),
    async change(call) {
      let isMade = false;
      await run(async () => {
        await call();
        isMade = true;
        await refetch({ throwOnError: true });
      });
      return isMade;
    },
  };
}
