'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { readPages } from '#components/data/read-pages.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { listMemoryUsers } from '#lib/api/memory.contract.ts';

export type MemoryUsers = ContractOutput<typeof listMemoryUsers>;

/** While summaries are written, in milliseconds. */
const WATCH_MS = 2000;
/** Users of one request. */
export const PAGE = 100;

/** At least `shown` users with memories, latest first. Polls while summaries are written. */
export function useMemoryUsers(first: MemoryUsers, { search, shown }: { search: string; shown: number }) {
  return useQuery({
    queryKey: ['memory', 'users', search, shown],
    queryFn: async ({ signal }) => {
      const query = { limit: PAGE, ...(search !== '' && { search }) };
      const { items, last } = await readPages(
        (cursor) => apiClient.listMemoryUsers({ query: { ...query, ...(cursor !== undefined && { cursor }) } }, { signal }),
        (all) => all.length >= shown,
      );
      return { ...last, items: [...items] };
    },
    ...(search === '' && shown === PAGE
      ? { initialData: first }
      : { placeholderData: (before: MemoryUsers | undefined) => before }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ pending }) => pending > 0) ? WATCH_MS : false),
  });
}

/** What is known about a user; with a query what fits it. @param isPending a summary about the user is being written */
export function useMemoryUser(userId: string, { query, isPending }: { query: string; isPending: boolean }) {
  return useQuery({
    queryKey: ['memory', 'user', userId, query],
    queryFn: ({ signal }) => apiClient.getMemoryUser({ params: { userId }, query: query === '' ? {} : { query } }, { signal }),
    placeholderData: (before) => before,
    refetchInterval: isPending ? WATCH_MS : false,
  });
}

/** The runs that are or were to be remembered, of all users or one. */
export function useMemoryTasks(userId?: string) {
  return useQuery({
    queryKey: ['memory', 'tasks', userId],
    queryFn: ({ signal }) =>
      apiClient.listMemoryTasks({ query: { limit: PAGE, ...(userId !== undefined && { userId }) } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => status === 'waiting') ? WATCH_MS : false),
  });
}

/** After a user was forgotten: the list and the log are read again, and nothing about that user. */
export function useForgotten(userId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: ['memory', 'users'] });
    queries.removeQueries({ queryKey: ['memory', 'user', userId] });
    await queries.invalidateQueries({ queryKey: ['memory', 'tasks'] });
  };
}

/** Reads everything again. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['memory'] });
}
