'use client';
import { useQuery } from '@tanstack/react-query';
import type { LiveRuns } from '#components/pages/runs/live-runs.ts';

const INTERVAL_MS = 2500;
const INTERVAL_MAX_MS = 30_000;

/**
 * Polls a list of runs while the page is visible, less often while the server does not answer. The
 * list itself merges what is new.
 */
export function useRunsPolling(runs: Pick<LiveRuns, 'poll' | 'read'>, key: string): void {
  useQuery<number>({
    queryKey: ['runs', key],
    queryFn: async ({ client, queryKey }) => {
      await runs.poll();
      return runs.read().isLost ? (client.getQueryData<number>(queryKey) ?? 0) + 1 : 0;
    },
    initialData: 0,
    refetchOnMount: false,
    gcTime: 0,
    refetchInterval: ({ state: { data: failures = 0 } }) => Math.min(INTERVAL_MS * 2 ** failures, INTERVAL_MAX_MS),
  });
}
