'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/**
 * Provides TanStack Query to one page. It is not in the layout, because the editor does not use it and
 * the library would exceed the editor's bundle size limit.
 */
export function PageQueries({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // `always`: a local server responds without an internet connection. No retry: errors show at once.
      queries: { networkMode: 'always', retry: false },
      mutations: { networkMode: 'always' },
    },
  });
}
