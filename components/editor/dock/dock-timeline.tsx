'use client';
import { useEditor, useEditorUi } from '#components/editor/document/use-editor.tsx';
import { useNodePaths } from '#components/editor/run/iteration-overlay.ts';
import { setAddress } from '#components/editor/run/run-address.ts';
import { useRunOutline, useShownRun, useShownView } from '#components/editor/run/run-overlay.ts';
import { useForkCommands } from '#components/editor/run/use-fork-commands.ts';
import type { PlayheadControls } from '#components/run-view/timeline/playhead.tsx';
import { Timeline, type TimelineProps } from '#components/run-view/timeline/timeline.tsx';
import type { RunBudget } from '#components/run-view/timeline/timeline-totals.tsx';
import { paceOf, useNow } from '#components/ui/use-now.ts';

type DockTimelineProps = Pick<TimelineProps, 'nodes' | 'onSelect' | 'onOpen'>;

/** The timeline of the run being shown: it selects nodes on the canvas, and says which moment the canvas shows. */
export function DockTimeline(props: DockTimelineProps) {
  const shown = useShownRun();
  const view = useShownView();
  const nowMs = useNow(paceOf(view.run.status));
  const moment = useRunOutline()?.moment;
  const selectedNodeIds = useNodePaths(useEditor((state) => state.selectedNodes));
  const budget = useBudget();
  const selectedSpanSeq = useEditorUi((ui) => ui.shownCallSeq);
  const { plan } = useForkCommands();
  const controls: PlayheadControls = {
    lookAt: (atMs) => shown.lookAt(atMs),
    step: (by) => shown.step(by),
    backToLive: shown.backToLive,
    settle: () => setAddress({ run: shown.readOutline()?.runId, at: shown.readMoment()?.seq }),
  };
  return (
    <Timeline
      {...props}
      view={view}
      nowMs={nowMs}
      moment={moment && { ...moment, tokens: shown.readRun().usage.totalTokens }}
      controls={controls}
      selectedNodeIds={selectedNodeIds}
      selectedSpanSeq={selectedSpanSeq}
      budget={budget}
      onPlan={plan}
    />
  );
}

/** What the draft lets a run use. */
function useBudget(): RunBudget {
  const limits = useEditor(({ document }) => document.settings.limits);
  const maxCostUsd = limits?.maxCostUsd;
  return { maxTokens: limits?.maxTokens, maxCostUsd: typeof maxCostUsd === 'number' ? maxCostUsd : undefined };
}
