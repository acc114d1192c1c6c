'use client';
import { useCallback, useEffect, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import type { RunListItem } from '#components/data/listed.ts';
import { useEditor, useEditorStore } from '#components/editor/document/use-editor.tsx';
import { readAddress } from '#components/editor/run/run-address.ts';
import { useShownRun } from '#components/editor/run/run-overlay.ts';
import type { ShownRun } from '#components/run-view/shown-run.ts';

const RECENT_RUNS = 20;

/**
 * The newest runs of a workflow, loaded again when the shown run or its status changes, and on `refresh`; undefined
 * until loaded. Initially shows the run of the URL, with its moment and node, or the latest run of the draft.
 */
export function useRecentRuns(): { runs: readonly RunListItem[] | undefined; refresh: () => void } {
  const store = useEditorStore();
  const workflowId = useEditor((state) => state.workflowId);
  const shown = useShownRun();
  const [runs, setRuns] = useState<readonly RunListItem[]>();
  const [refreshCount, setRefreshCount] = useState(0);
  const refresh = useCallback(() => setRefreshCount((count) => count + 1), []);
  useEffect(() => {
    const { run, at, node } = readAddress(location.search);
    if (run) shown.show(run, { atSeq: at });
    if (node && store.getState().document.nodes.some(({ id }) => id === node)) store.getState().select({ nodes: [node] });
    return subscribeToStatus(shown, refresh);
  }, [shown, store, refresh]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refresh loads the list again
  useEffect(() => {
    const reading = new AbortController();
    apiClient.listRuns({ query: { workflowId, limit: RECENT_RUNS } }, { signal: reading.signal }).then(
      ({ items }) => {
        setRuns(items);
        const latest = items.find(({ mode }) => mode === 'draft');
        if (latest && !shown.readOutline()) shown.show(latest.runId);
      },
      // On errors the list stays; errors of the run itself are shown elsewhere.
      () => setRuns((known) => known ?? (reading.signal.aborted ? undefined : [])),
    );
    return () => reading.abort();
  }, [workflowId, shown, refreshCount]);
  return { runs, refresh };
}

/** Notifies when the shown run or its status changes, but not when another moment is selected. */
function subscribeToStatus(shown: ShownRun, listener: () => void): () => void {
  const read = () => `${shown.readOutline()?.runId} ${shown.readView().run.status}`;
  let known = read();
  const check = () => {
    if (read() === known) return;
    known = read();
    listener();
  };
  const stops = [shown.subscribeToOutline(check), shown.subscribeToView(check)];
  return () => {
    for (const stop of stops) stop();
  };
}
