'use client';
import { useEffect, useReducer } from 'react';
import { useShownRun } from '#components/editor/run/run-overlay.ts';
import { useLastValues } from '#components/inspector/expression/use-last-values.ts';
import type { Scope } from '#lib/expression/read-path.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** What these nodes gave in the run being shown; draws again when one of them gives something else. */
export function useSourceValues(nodeIds: readonly NodeId[]): Scope {
  const shown = useShownRun();
  const read = useLastValues();
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const listened = nodeIds.join(' ');
  useEffect(() => {
    const stops = listened.split(' ').map((nodeId) => shown.subscribeToNode(nodeId, drawAgain));
    return () => {
      for (const stop of stops) stop();
    };
  }, [shown, listened]);
  return read();
}
