'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { readPages } from '#components/data/read-pages.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { getFileTree, listFiles } from '#lib/api/files.contract.ts';

export type FileList = ContractOutput<typeof listFiles>;
export type FileTree = ContractOutput<typeof getFileTree>;
export type FileSort = 'name' | 'size' | 'changed';
export type FileQuery = {
  readonly folder: string;
  readonly search: string;
  readonly sort: FileSort;
  /** How many files at least, where there are so many. */
  readonly shown: number;
};

/** Of one request. */
const PAGE = 100;

/** The files of a folder, or those found, and all folders of the workspace. */
export function useFiles(
  query: FileQuery,
  first: { readonly list: FileList; readonly tree: FileTree; readonly query: FileQuery },
) {
  const { folder, search, sort, shown } = query;
  const isFirst = JSON.stringify(query) === JSON.stringify(first.query);
  const list = useQuery({
    queryKey: ['files', query],
    queryFn: async ({ signal }): Promise<FileList> => {
      const options = {
        folder,
        sort,
        limit: PAGE,
        order: sort === 'name' ? 'asc' : 'desc',
        ...(search.trim() !== '' && { search: search.trim() }),
      } as const;
      const { items, last } = await readPages(
        (cursor) => apiClient.listFiles({ query: { ...options, ...(cursor !== undefined && { cursor }) } }, { signal }),
        (all) => all.length >= shown,
      );
      return { ...last, items: [...items] };
    },
    placeholderData: keepPreviousData,
    ...(isFirst && { initialData: first.list }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const tree = useQuery({
    queryKey: ['file-tree'],
    queryFn: ({ signal }) => apiClient.getFileTree({}, { signal }),
    initialData: first.tree,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    list: list.data ?? first.list,
    tree: tree.data,
    isLoading: list.isFetching,
    problem: list.error ?? tree.error,
    reload: () => Promise.all([list.refetch(), tree.refetch()]),
  };
}
