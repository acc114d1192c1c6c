'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/**
 * Gives a page its cache of server data. The client is part of each page and not of the layout: the editor works on a document of
 * its own, and its scripts have no room for the library.
 */
export function PageQueries({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A local server answers without an internet connection too. Errors show at once; polling and "Try again" repeat the request.
      queries: { networkMode: 'always', retry: false },
      mutations: { networkMode: 'always' },
    },
  });
}
