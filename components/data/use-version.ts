'use client';
import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

export type Loaded = { readonly document?: Workflow; readonly problem?: string };

/** The document of a version, which never changes. Empty while it loads, and without a number. */
export function useVersion(workflowId: string, number: number | undefined): Loaded {
  const { data, error } = useQuery({
    queryKey: ['version', workflowId, number],
    queryFn: async ({ signal }) =>
      (await apiClient.getVersion({ params: { id: workflowId, number: number ?? 0 } }, { signal })).document,
    enabled: number !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { ...(data && { document: data }), ...(error && { problem: errorMessage(error) }) };
}
