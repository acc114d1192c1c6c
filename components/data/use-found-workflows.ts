'use client';
import { useEffect, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';

const TYPING_PAUSE_MS = 150;
/** More than these are found by typing more. */
const LISTED = 50;

/** Workflows by a part of their name, searched on the server while typing. Without a text: those last saved. */
export function useFoundWorkflows(search: string): readonly { readonly id: string; readonly name: string }[] {
  const [term, setTerm] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => setTerm(search.trim().slice(0, 200)), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const page = useAnswer(`workflows ${term}`, (_, signal) =>
    apiClient.listWorkflows({ query: { limit: LISTED, ...(term !== '' && { search: term }) } }, { signal }),
  );
  return page?.items ?? [];
}
