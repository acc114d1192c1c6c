'use client';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { useLast } from '#components/data/use-last.ts';
import type { RowFilter, WorkflowRow, WorkflowRows } from '#components/pages/home/home-data.ts';
import { FIRST_QUERY, loadRows } from '#components/pages/home/load-rows.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import type { WorkflowSort } from '#lib/api/workflow-list.ts';
import type { WorkflowCounts } from '#lib/api/workflows.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

const TYPING_PAUSE_MS = 200;
/** Older data is loaded again at once: the browser may show a page from its history. */
const FRESH_MS = 5000;
const NO_COUNTS: WorkflowCounts = { all: 0, live: 0, failing: 0, waiting: 0 };

export type HomeList = Omit<WorkflowRows, 'counts'> & {
  readonly counts: WorkflowCounts;
  /** What is typed; the rows follow it. */
  readonly search: string;
  readonly filter: RowFilter;
  readonly sort: WorkflowSort;
  /** When the listed data arrived. */
  readonly loadedAtMs: number;
  readonly isLoading: boolean;
  /** Why the list could not be loaded. */
  readonly problem: string | undefined;
  find(search: string): void;
  setFilter(filter: RowFilter): void;
  setSort(sort: WorkflowSort): void;
  loadMore(): void;
  reload(): void;
  change(workflowId: string, change: Partial<WorkflowRow>): void;
};

/** The saved workflows, filtered and sorted by the server, a page at a time. Starts from what the server sent. */
export function useHomeList(first: WorkflowRows, madeAt: string): HomeList {
  const queries = useQueryClient();
  const isHydrated = useIsHydrated();
  const [search, setSearch] = useState('');
  const [query, setQuery] = useState(FIRST_QUERY);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const queryKey = ['workflows', query];
  const madeAtMs = Date.parse(madeAt);
  const { data, dataUpdatedAt, error, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => loadRows(apiClient, query, { signal, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    ...(query === FIRST_QUERY && { initialData: { pages: [first], pageParams: [null] }, initialDataUpdatedAt: madeAtMs }),
  });
  const pages = useLast(data?.pages, [first]);
  return {
    rows: useMemo(() => joinRows(pages), [pages]),
    nextCursor: pages.at(-1)?.nextCursor ?? null,
    counts: pages[0]?.counts ?? NO_COUNTS,
    search,
    filter: query.filter,
    sort: query.sort,
    loadedAtMs: dataUpdatedAt || madeAtMs,
    // The server renders fresh data as loaded; by the time of hydration it may be stale and loading again.
    isLoading: isHydrated && isFetching,
    problem: error ? errorMessage(error) : undefined,
    find(text) {
      setSearch(text);
      clearTimeout(pause.current);
      pause.current = setTimeout(() => setQuery((before) => ({ ...before, search: text.trim() })), TYPING_PAUSE_MS);
    },
    setFilter: (filter) => setQuery((before) => ({ ...before, filter })),
    setSort: (sort) => setQuery((before) => ({ ...before, sort })),
    loadMore: () => void fetchNextPage(),
    reload: () => void refetch(),
    change: (workflowId, change) =>
      queries.setQueryData<InfiniteData<WorkflowRows, string | null>>(
        queryKey,
        (known) =>
          known && {
            ...known,
            pages: known.pages.map(({ rows, ...page }) => ({
              ...page,
              rows: rows.map((row) => (row.workflowId === workflowId ? { ...row, ...change } : row)),
            })),
          },
      ),
  };
}

/** A workflow that was saved between two requests is on both pages. */
function joinRows(pages: readonly WorkflowRows[]): readonly WorkflowRow[] {
  const byId = new Map<string, WorkflowRow>();
  for (const row of pages.flatMap(({ rows }) => rows)) if (!byId.has(row.workflowId)) byId.set(row.workflowId, row);
  return [...byId.values()];
}
