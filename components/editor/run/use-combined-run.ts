'use client';
import { useCallback, useSyncExternalStore } from 'react';
import { type CombinedState, combineStates, readCombined, writeCombined } from '#components/editor/run/combined-state.ts';
import { useShownRun } from '#components/editor/run/run-overlay.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

const nothing = () => '';

/** What several nodes came to in the shown run, as one state; undefined without a run. Renders when that changes. */
export function useCombinedRun(nodeIds: ReadonlySet<NodeId>): CombinedState | undefined {
  const shown = useShownRun();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [...nodeIds].map((id) => shown.subscribeToNode(id, listener));
      stops.push(shown.subscribeToOutline(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [shown, nodeIds],
  );
  const read = () => {
    const outline = shown.readOutline();
    if (!outline?.hasEvents) return '';
    const states = [...nodeIds].map((id) => shown.readNode(id)?.status);
    return writeCombined(combineStates(states, isTerminal(outline.status)));
  };
  return readCombined(useSyncExternalStore(subscribe, read, nothing));
}
