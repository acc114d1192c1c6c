'use client';
import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import type { WorkflowReachResource } from '#lib/api/workflows.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

export type Loaded = {
  readonly document?: Workflow;
  /** What its runs may touch; null for a version of an earlier build. */
  readonly reach?: WorkflowReachResource | null;
  readonly problem?: string;
};

/** The document of a version, which never changes. Empty while it loads, and without a number. */
export function useVersion(workflowId: string, number: number | undefined): Loaded {
  const { data, error } = useQuery({
    queryKey: ['version', workflowId, number],
    queryFn: ({ signal }) => apiClient.getVersion({ params: { id: workflowId, number: number ?? 0 } }, { signal }),
    enabled: number !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { ...(data && { document: data.document, reach: data.reach }), ...(error && { problem: errorMessage(error) }) };
}
