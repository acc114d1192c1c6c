'use client';
import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#components/data/api-client.ts';
import { setPendingApprovals } from '#components/data/pending-approvals.ts';
import { type Inbox, loadInbox } from '#components/pages/approvals/load-inbox.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

const INTERVAL_MS = 3000;

/** The inbox, polled while the page is visible: approvals open and are decided elsewhere too. */
export function useInbox(first: Inbox): {
  readonly inbox: Inbox;
  readonly problem: string | undefined;
  readonly reload: () => void;
} {
  const { data, error, refetch } = useQuery({
    queryKey: ['approvals'],
    queryFn: async ({ signal }) => {
      const inbox = await loadInbox(apiClient, { signal });
      setPendingApprovals(inbox.pending);
      return inbox;
    },
    initialData: first,
    staleTime: INTERVAL_MS,
    refetchInterval: INTERVAL_MS,
  });
  return { inbox: data, problem: error ? errorMessage(error) : undefined, reload: () => void refetch() };
}
