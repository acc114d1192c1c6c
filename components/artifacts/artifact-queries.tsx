'use client';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { makeQueryClient } from '#components/data/page-queries.tsx';
import { once } from '#lib/async/once.ts';

const clientOfPage = once(makeQueryClient);

/** Requests of artifacts, shared by all cards and dialogs of a page. A server draws the pages of many people. */
export function ArtifactQueries({ children }: { readonly children: ReactNode }) {
  return (
    <QueryClientProvider client={typeof window === 'undefined' ? makeQueryClient() : clientOfPage()}>
      {children}
    </QueryClientProvider>
  );
}
