'use client';
import { useState, useSyncExternalStore } from 'react';
import { emptyRunView, type RunView } from '#components/run-view/run-feed.ts';
import { type RunOutline, ShownRun } from '#components/run-view/shown-run.ts';
import { feedOf } from '#components/run-view/use-run-view.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** A run that is shown outside of the editor. */
export type WatchedRun = {
  readonly shown: ShownRun;
  /** Its events and current state. */
  readonly view: RunView;
  /** The selected moment; undefined for the present. */
  readonly moment: NonNullable<RunOutline['moment']> | undefined;
};

const readEmptyView = () => emptyRunView;
const nothing = () => undefined;

/**
 * A run of these nodes, at present or at this event once its log has arrived. Give the component
 * the run's id as `key`.
 */
export function useWatchedRun(
  runId: string | undefined,
  { nodes, atSeq }: { nodes: readonly WorkflowNode[]; atSeq?: number | undefined },
): WatchedRun {
  const [shown] = useState(() => {
    const calls = new Set(nodes.flatMap(({ id, type }) => (type === 'workflow' ? id : [])));
    const made = new ShownRun(feedOf, (nodeId) => calls.has(nodeId));
    // The server has no log to follow.
    if (typeof window !== 'undefined') made.show(runId, { atSeq });
    return made;
  });
  const view = useSyncExternalStore(shown.subscribeToView, shown.readView, readEmptyView);
  const moment = useSyncExternalStore(shown.subscribeToOutline, shown.readOutline, nothing)?.moment;
  return { shown, view, moment };
}
