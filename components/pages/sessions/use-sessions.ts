'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { loadSessions, type SessionsAddress, type SessionsData } from '#components/pages/sessions/load-sessions.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** The sessions of the address, those found, and the selected one. A late answer for another address is not shown. */
export function useSessions(first: SessionsData, search: string) {
  const parameters = useSearchParams();
  const workflow = parameters.get('workflow') ?? undefined;
  const agent = parameters.get('agent') ?? undefined;
  const sessionId = parameters.get('session') ?? undefined;
  const address: SessionsAddress = { workflow, agent, session: sessionId, ...(search !== '' && { search }) };
  const [firstAddress] = useState(() => JSON.stringify(address));
  // What the server sent is old once another session was shown.
  const [isFirst, setIsFirst] = useState(true);
  if (isFirst && JSON.stringify(address) !== firstAddress) setIsFirst(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions', address],
    queryFn: ({ signal }) => loadSessions(apiClient, address, { signal }),
    placeholderData: keepPreviousData,
    ...(isFirst && { initialData: first }),
    staleTime: Number.POSITIVE_INFINITY,
    // Each session is loaded anew: it may have new turns from elsewhere.
    gcTime: 0,
  });
  return {
    workflow,
    agent,
    sessionId,
    data: data ?? first,
    problem: error ? errorMessage(error) : undefined,
    reload: () => void refetch(),
    /** Selects a session, or none. */
    show(next: string | undefined) {
      const query = new URLSearchParams({
        ...(workflow !== undefined && { workflow }),
        ...(agent !== undefined && { agent }),
        ...(next !== undefined && { session: next }),
      });
      window.history.replaceState(null, '', `/sessions?${query}`);
      if (next === sessionId) void refetch();
    },
  };
}
