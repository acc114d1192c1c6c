'use client';
import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

type DraftDocument = { readonly document?: Workflow; readonly problem?: string };

/** The draft of a workflow; empty while it loads, and without an id. */
export function useDraftDocument(workflowId: string | undefined): DraftDocument {
  const { data, error } = useQuery({
    queryKey: ['draft', workflowId],
    queryFn: async ({ signal }) => (await apiClient.getWorkflow({ params: { id: workflowId ?? '' } }, { signal })).document,
    enabled: workflowId !== undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return { ...(data && { document: data }), ...(error && { problem: errorMessage(error) }) };
}
