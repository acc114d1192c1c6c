'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import {
  type DashboardAddress,
  formatDashboardAddress,
  toDashboardQuery,
} from '#components/pages/dashboards/dashboard-address.ts';

const REFRESH_MS = 60_000;

/** The zone of the viewer. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** The numbers of the address, as they change. While others are loaded, the last ones stay. */
export function useDashboard(loaded: DashboardAddress) {
  const [address, setAddress] = useState(loaded);
  // The zone is the viewer's, so the server has no first answer.
  const { measure: _, ...asked } = address;
  const result = useQuery({
    queryKey: ['dashboard', asked],
    queryFn: ({ signal }) =>
      apiClient.getDashboard({ query: toDashboardQuery(asked, { nowMs: Date.now(), zone: viewerZone() }) }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS,
  });
  function show(change: DashboardAddress) {
    const next = Object.fromEntries(Object.entries({ ...address, ...change }).filter(([, value]) => value !== undefined));
    setAddress(next);
    window.history.replaceState(window.history.state, '', formatDashboardAddress(next));
  }
  return { ...result, address, show };
}
