'use client';
import { useEffect, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

type DraftDocument = { readonly document?: Workflow; readonly problem?: string };

/** A workflow as it is now; empty while it is asked for, and without one. */
export function useDraftDocument(workflowId: string | undefined): DraftDocument {
  const [read, setRead] = useState<DraftDocument>({});
  useEffect(() => {
    if (workflowId === undefined) return;
    const reading = new AbortController();
    apiClient.getWorkflow({ params: { id: workflowId } }, { signal: reading.signal }).then(
      ({ document }) => setRead({ document }),
      (error: unknown) => {
        if (!reading.signal.aborted) setRead({ problem: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => reading.abort();
  }, [workflowId]);
  return read;
}
