'use client';
import { useEffect, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** Frozen documents never change, so each is asked for once; a page that failed to get one may ask again. */
const asked = new Map<string, Promise<Workflow>>();

export function loadVersionDocument(workflowId: string, number: number): Promise<Workflow> {
  const key = `${workflowId} ${number}`;
  const known = asked.get(key);
  if (known) return known;
  const document = apiClient.getVersion({ params: { id: workflowId, number } }).then((version) => version.document);
  asked.set(key, document);
  document.catch(() => asked.delete(key));
  return document;
}

export type Loaded = { readonly document?: Workflow; readonly problem?: string };

/** The document of a version; empty while it is asked for, and without a number. */
export function useVersion(workflowId: string, number: number | undefined): Loaded {
  const [loaded, setLoaded] = useState<Loaded & { readonly number?: number }>({});
  useEffect(() => {
    if (number === undefined) return;
    let isWanted = true;
    loadVersionDocument(workflowId, number).then(
      (document) => isWanted && setLoaded({ number, document }),
      (error: unknown) => isWanted && setLoaded({ number, problem: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [workflowId, number]);
  return number !== undefined && loaded.number === number ? loaded : {};
}
