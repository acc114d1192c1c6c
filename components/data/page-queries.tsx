'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/**
 * Provides the query client of a page. It is not part of the layout: the editor works on its own document,
 * and its scripts have no room for the library.
 */
export function PageQueries({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A local server answers without an internet connection too. Errors show at once; polling repeats the request.
      queries: { networkMode: 'always', retry: false },
      mutations: { networkMode: 'always' },
    },
  });
}
