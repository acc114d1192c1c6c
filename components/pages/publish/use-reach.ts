'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import type { WorkflowReachResource } from '#lib/api/workflows.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

export type LoadedReach = { readonly reach?: WorkflowReachResource; readonly problem?: string };

/** What a document may reach, with all that it calls. Empty while it loads; the last answer until the next. */
export function useReach(document: Workflow | undefined): LoadedReach {
  const { data, error } = useQuery({
    queryKey: ['reach', document],
    queryFn: ({ signal }) => apiClient.readWorkflowReach({ body: document as Workflow }, { signal }),
    enabled: document !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
  return { ...(data && { reach: data }), ...(error && { problem: errorMessage(error) }) };
}
