'use client';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { makeQueryClient } from '#components/data/page-queries.tsx';

let ofPage: QueryClient | undefined;

/** Requests of artifacts, shared by all cards and dialogs of a page. */
export function ArtifactQueries({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={clientOfPage()}>{children}</QueryClientProvider>;
}

/** A server draws the pages of many people. */
function clientOfPage(): QueryClient {
  if (typeof window === 'undefined') return makeQueryClient();
  ofPage ??= makeQueryClient();
  return ofPage;
}
