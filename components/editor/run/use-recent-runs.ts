'use client';
import { useCallback, useEffect, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import type { RunListItem } from '#components/data/listed.ts';
import { useEditor, useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { readAddress, setAddress } from '#components/editor/run/run-address.ts';
import { useShownRun } from '#components/editor/run/run-overlay.ts';
import { formMemory } from '#components/run-view/form/form-memory.ts';
import { formValuesOf } from '#components/run-view/form/inputs-json.ts';
import { startInputsIn } from '#components/run-view/form/start-inputs-of.ts';
import type { ShownRun } from '#components/run-view/shown-run.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { RunState } from '#lib/run/run-state.ts';
import { isTerminal } from '#lib/run/run-status.ts';

const RECENT_RUNS = 20;

/**
 * The newest runs of a workflow, loaded again when the shown run or its status changes, and on `refresh`; undefined
 * until loaded. Initially shows the run of the URL, with its moment and node, or the latest run of the draft.
 */
export function useRecentRuns(): { runs: readonly RunListItem[] | undefined; refresh: () => void } {
  const store = useEditorStore();
  const workflowId = useEditor((state) => state.workflowId);
  const shown = useShownRun();
  const ui = useEditorUiStore();
  const [runs, setRuns] = useState<readonly RunListItem[]>();
  const [refreshCount, setRefreshCount] = useState(0);
  const refresh = useCallback(() => setRefreshCount((count) => count + 1), []);
  useEffect(() => {
    const { run, at, node, repair } = readAddress(location.search);
    if (run) shown.show(run, { atSeq: at });
    const isThere = (nodeId: string | undefined) => store.getState().document.nodes.some(({ id }) => id === nodeId);
    if (node && isThere(node)) store.getState().select({ nodes: [node] });
    const stopOpening =
      run === undefined
        ? () => {}
        : onceFailed(shown, ({ error, inputs }) => {
            const { document, workflowId } = store.getState();
            const failedId = error?.nodeId === undefined ? undefined : nodeIdOf(shown.drawnPath(error.nodeId));
            if (node === undefined && failedId !== undefined && isThere(failedId)) store.getState().select({ nodes: [failedId] });
            const start = document.nodes.find(({ type }) => type === 'start');
            if (inputs) formMemory.setAll(`workflow.${workflowId}`, formValuesOf(startInputsIn(start), inputs));
          });
    // Written and not sent: a link must not spend tokens.
    if (repair) ui.getState().set({ panel: 'assistant', assistantTask: { task: 'repairRun', how: 'write' } });
    setAddress({ repair: undefined });
    const stopRefreshing = subscribeToStatus(shown, refresh);
    return () => {
      stopOpening();
      stopRefreshing();
    };
  }, [shown, store, ui, refresh]);
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

/** Calls once with the run that the page was opened with, if that has failed. */
function onceFailed(shown: ShownRun, listener: (run: RunState) => void): () => void {
  const check = () => {
    const { run } = shown.readView();
    if (!isTerminal(run.status)) return;
    stop();
    if (run.status === 'failed') listener(run);
  };
  const stop = shown.subscribeToView(check);
  check();
  return stop;
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
