'use client';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { useLast } from '#components/data/use-last.ts';
import { loadSessions, type SessionsAddress, type SessionsData } from '#components/pages/sessions/load-sessions.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** The sessions of the address, those found, and the selected one. A late answer for another address is not shown. */
export function useSessions(first: SessionsData, search: string) {
  const queries = useQueryClient();
  const parameters = useSearchParams();
  const workflow = parameters.get('workflow') ?? undefined;
  const agent = parameters.get('agent') ?? undefined;
  const sessionId = parameters.get('session') ?? undefined;
  const address: SessionsAddress = { workflow, agent, session: sessionId, ...(search !== '' && { search }) };
  const [firstAddress] = useState(() => JSON.stringify(address));
  // What the server sent is old once another session was shown.
  const [isFirst, setIsFirst] = useState(true);
  if (isFirst && JSON.stringify(address) !== firstAddress) setIsFirst(false);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['sessions', address],
    queryFn: ({ signal }) => loadSessions(apiClient, address, { signal }),
    placeholderData: keepPreviousData,
    ...(isFirst && { initialData: first }),
    staleTime: Number.POSITIVE_INFINITY,
    // Each session is loaded anew: it may have new turns from elsewhere.
    gcTime: 0,
  });
  // A first load would be joined otherwise, which may have begun before what is to be shown.
  const reload = () => void queries.cancelQueries({ queryKey: ['sessions'] }).then(() => refetch());
  return {
    workflow,
    agent,
    sessionId,
    data: useLast(data, first),
    /** The data belong to an earlier address. */
    isOld: isPlaceholderData || error !== null,
    problem: error ? errorMessage(error) : undefined,
    reload,
    /** Selects a session, or none. */
    show(next: string | undefined) {
      const query = new URLSearchParams({
        ...(workflow !== undefined && { workflow }),
        ...(agent !== undefined && { agent }),
        ...(next !== undefined && { session: next }),
      });
      const isShown = (new URLSearchParams(window.location.search).get('session') ?? undefined) === next;
      if (isShown) reload();
      else window.history.replaceState(null, '', `/sessions?${query}`);
    },
  };
}
