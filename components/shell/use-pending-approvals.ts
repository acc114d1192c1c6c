'use client';
import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { apiClient } from '#components/data/api-client.ts';
import { PENDING_PAGE, type PendingCount, pendingApprovals, setPendingApprovals } from '#components/data/pending-approvals.ts';
import { pollWhileVisible } from '#components/data/poll.ts';

const INTERVAL_MS = 10_000;

/** Counts the open approvals: on each page and by polling. Without React Query, since the editor has this rail too. */
export function usePendingApprovals(): PendingCount {
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a decision on the last page changes the count
  useEffect(() => pollWhileVisible(countPending, INTERVAL_MS), [pathname]);
  return useStore(pendingApprovals);
}

async function countPending(signal: AbortSignal): Promise<void> {
  try {
    const { items } = await apiClient.listApprovals({ query: { status: 'pending', limit: PENDING_PAGE } }, { signal });
    if (!signal.aborted) setPendingApprovals(items);
  } catch {
    // Keeps the last count; the page itself reports that the server is down.
  }
}
