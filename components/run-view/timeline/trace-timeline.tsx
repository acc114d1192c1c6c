'use client';
import type { PlayheadControls } from '#components/run-view/timeline/playhead.tsx';
import { Timeline, type TimelineProps } from '#components/run-view/timeline/timeline.tsx';
import type { RunBudget } from '#components/run-view/timeline/timeline-totals.tsx';
import type { WatchedRun } from '#components/run-view/use-watched-run.ts';

type TraceTimelineProps = Pick<
  TimelineProps,
  'nodes' | 'workflows' | 'nowMs' | 'onSelect' | 'onOpen' | 'onPlan' | 'selectedSpanSeq'
> & {
  watched: WatchedRun;
  selectedId: string | undefined;
  budget?: RunBudget;
  /** The moment shown was chosen: seq of its last event, undefined for the present. */
  onSettle?: (seq: number | undefined) => void;
};

const UNLIMITED: RunBudget = { maxTokens: undefined, maxCostUsd: undefined };

/** The timeline of a run outside of the editor: the playhead sets the shown moment, rows choose the detail. */
export function TraceTimeline({ watched, selectedId, budget = UNLIMITED, onSettle, ...rest }: TraceTimelineProps) {
  const { shown, view, moment } = watched;
  const controls: PlayheadControls = {
    lookAt: (atMs) => shown.lookAt(atMs),
    step: (by) => shown.step(by),
    backToLive: shown.backToLive,
    settle: () => onSettle?.(shown.readMoment()?.seq),
  };
  return (
    <Timeline
      {...rest}
      view={view}
      moment={moment && { ...moment, tokens: shown.readRun().usage.totalTokens }}
      controls={controls}
      selectedNodeIds={new Set(selectedId === undefined ? [] : [selectedId])}
      budget={budget}
    />
  );
}
