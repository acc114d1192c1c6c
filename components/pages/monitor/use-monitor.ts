'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { useLast } from '#components/data/use-last.ts';
import type { MonitorRange, MonitorResource } from '#lib/api/monitor.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** Longer for a month: over many runs it keeps the only connection of the embedded database busy for half a second. */
const INTERVAL_MS: Record<MonitorRange, number> = { hour: 3000, day: 3000, week: 10_000, month: 30_000 };

/** The monitor of a time range, polled while the page is visible. Shows the last data until new data arrives. */
export function useMonitor(first: MonitorResource) {
  const [range, setRange] = useState(first.range);
  const { data, error, refetch } = useQuery({
    queryKey: ['monitor', range],
    queryFn: ({ signal }) => apiClient.getMonitor({ query: { range } }, { signal }),
    refetchInterval: INTERVAL_MS[range],
    staleTime: INTERVAL_MS[range],
    ...(range === first.range && { initialData: first }),
  });
  const shown = useLast(data, first);
  function choose(next: MonitorRange) {
    setRange(next);
    window.history.replaceState(window.history.state, '', `?range=${next}`);
  }
  return {
    shown,
    range,
    problem: error ? errorMessage(error) : undefined,
    choose,
    reload: () => void refetch(),
  };
}
