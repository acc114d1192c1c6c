'use client';
import { useCallback, useEffect, useState } from 'react';
import type { ShownRun } from '#components/editor/shown-run.ts';
import { apiClient } from '#components/run/api-client.ts';
import type { RunListItem } from '#components/run/run-page-data.ts';

const RECENT_RUNS = 20;

/**
 * The newest runs of a workflow, asked for again whenever the run being shown is another or stands otherwise, and on `refresh`. At first the run that the address names is
 * shown, else the latest of the draft.
 */
export function useRecentRuns(workflowId: string, shown: ShownRun): { runs: readonly RunListItem[]; refresh: () => void } {
  const [runs, setRuns] = useState<readonly RunListItem[]>([]);
  const [news, setNews] = useState(0);
  const refresh = useCallback(() => setNews((count) => count + 1), []);
  useEffect(() => {
    const named = new URLSearchParams(location.search).get('run');
    if (named) shown.show(named);
    return shown.subscribeToOutline(refresh);
  }, [shown, refresh]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: news is why the list is asked for again
  useEffect(() => {
    const reading = new AbortController();
    apiClient.listRuns({ query: { workflowId, limit: RECENT_RUNS } }, { signal: reading.signal }).then(
      ({ items }) => {
        setRuns(items);
        const latest = items.find(({ mode }) => mode === 'draft');
        if (latest && !shown.readOutline()) shown.show(latest.runId);
      },
      // Without an answer the list stays as it was; whatever the run itself meets is told beside it.
      () => {},
    );
    return () => reading.abort();
  }, [workflowId, shown, news]);
  return { runs, refresh };
}
