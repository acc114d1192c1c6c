'use client';
import { useMemo, useState } from 'react';
import { ForkButton } from '#components/run-view/fork/fork-button.tsx';
import type { PlanPart } from '#components/run-view/fork/row-parts.ts';
import { runAxis } from '#components/run-view/run-axis.ts';
import type { RunView } from '#components/run-view/run-feed.ts';
import { listRows, type SpanFilter } from '#components/run-view/timeline/list-rows.ts';
import type { PlayheadControls } from '#components/run-view/timeline/playhead.tsx';
import type { SpanAxis } from '#components/run-view/timeline/span-bar.tsx';
import { SpanGrid } from '#components/run-view/timeline/span-grid.tsx';
import { revealMoment, type TimeWindow, zoomWindow } from '#components/run-view/timeline/time-window.ts';
import { TimelineBar } from '#components/run-view/timeline/timeline-bar.tsx';
import { type RunBudget, TimelineTotals } from '#components/run-view/timeline/timeline-totals.tsx';
import { usePlayback } from '#components/run-view/timeline/use-playback.ts';
import { traceOf } from '#components/run-view/trace-of-events.ts';
import { useStableCall } from '#components/ui/use-stable-call.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import type { Span } from '#lib/run/span.ts';
import type { Trace } from '#lib/run/trace.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

export type TimelineProps = {
  /** The run's log and present. */
  view: RunView;
  /** The workflow's nodes in the order in which a run may reach them, with labels as they are to be read. */
  nodes: readonly WorkflowNode[];
  /** The workflows that these call, as the run's own document has them. */
  workflows?: unknown;
  nowMs: number;
  /** A moment that is shown instead of the present, and the tokens used by then. */
  moment: { readonly atMs: number; readonly axisMs: number; readonly seq: number; readonly tokens: number } | undefined;
  controls: PlayheadControls;
  selectedNodeIds: ReadonlySet<string>;
  /** The one selected row, by the event with which its span began. Without it the rows of the nodes are selected. */
  selectedSpanSeq?: number | undefined;
  /** With the span of the row, unless its node has not started. */
  onSelect: (nodeId: string, span?: Span) => void;
  /** Shows what the node got and gave. */
  onOpen: (nodeId: string, span?: Span) => void;
  budget: RunBudget;
  /** Plans a fork at a part of this run. Undefined where none can be planned. */
  onPlan?: ((part: PlanPart) => void) | undefined;
};

/**
 * Log, waterfall and scrubber of a run: a row is a span, its bar is on the run's axis, and the
 * playhead is the shown moment.
 */
export function Timeline(props: TimelineProps) {
  const { view, nodes, workflows, nowMs, moment, controls, budget } = props;
  const { run, events } = view;
  const [filter, setFilter] = useState<SpanFilter>({ kind: 'all', text: '' });
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [zoomed, setZoomed] = useState<TimeWindow>();
  const [isFollowing, setIsFollowing] = useState(true);
  const trace = traceOf(events);
  // Until the log arrives, the run may as well have ended.
  const isGoingOn = run.lastSeq > 0 && !isTerminal(run.status);
  const present = runAxis(run, nowMs);
  const axisMs = moment ? moment.axisMs : present.spanMs;
  const atMs = moment?.atMs ?? present.endMs;
  const whole: TimeWindow = { fromMs: 0, toMs: axisMs };
  const momentMs = atMs - present.startedMs;
  // What is followed stays in sight, however close one looks.
  const window = zoomed ? (isFollowing ? revealMoment(zoomed, { momentMs, axisMs }) : zoomed) : whole;
  const axis: SpanAxis = { startedMs: present.startedMs, endMs: present.endMs, window };
  const playback = usePlayback({
    atMs,
    startedMs: present.startedMs,
    endMs: present.endMs,
    onMove: controls.lookAt,
    onEnd: controls.backToLive,
  });
  const byHand = useStableControls({
    ...controls,
    settle: () => {
      playback.stop();
      controls.settle();
    },
  });
  const play = useStableCall(() => {
    playback.toggle();
    controls.settle();
  });
  const forkHere = useStableCall(() => props.onPlan?.({ atSeq: moment?.seq }));
  const rows = useMemo(
    () => listRows(trace, { nodes, workflows, isGoingOn, folded, filter }),
    [trace, nodes, workflows, isGoingOn, folded, filter],
  );
  const zoom = useStableCall((isZoomIn: boolean | undefined, aroundMs?: number) =>
    setZoomed(isZoomIn === undefined ? undefined : zoomWindow(window, { aroundMs: aroundMs ?? momentMs, isZoomIn, axisMs })),
  );
  const fold = useStableCall((key: string) => setFolded(toggled(folded, key)));
  return (
    <div className="@container flex min-h-0 min-w-0 grow flex-col">
      <TimelineBar
        controls={byHand}
        startedMs={present.startedMs}
        isPast={moment !== undefined}
        isPlaying={playback.isPlaying}
        onPlay={play}
        isFollowing={isFollowing}
        onFollow={setIsFollowing}
        filter={filter}
        onFilter={setFilter}
        onZoom={zoom}
        isZoomed={zoomed !== undefined}
        fork={props.onPlan && events.length > 0 ? <ForkButton onFork={forkHere} /> : null}
      >
        <TimelineTotals
          elapsedMs={momentMs}
          tokens={moment ? moment.tokens : run.usage.totalTokens}
          costUsd={costUntil(trace, moment?.atMs)}
          budget={budget}
        />
      </TimelineBar>
      <SpanGrid
        {...props}
        controls={byHand}
        rows={rows}
        axis={axis}
        axisMs={axisMs}
        atMs={atMs}
        hasCost={trace.spans.some(({ costUsd }) => costUsd !== undefined)}
        isFollowing={isFollowing && isGoingOn && !moment}
        onLeave={() => setIsFollowing(false)}
        onFold={fold}
        onZoom={zoom}
        onWindow={(next) => {
          setIsFollowing(false);
          setZoomed(next);
        }}
      />
    </div>
  );
}

/** The bar and its many buttons are drawn again for what they show, and not with every tick of the run. */
function useStableControls(controls: PlayheadControls): PlayheadControls {
  const lookAt = useStableCall(controls.lookAt);
  const step = useStableCall(controls.step);
  const backToLive = useStableCall(controls.backToLive);
  const settle = useStableCall(controls.settle);
  return useMemo(() => ({ lookAt, step, backToLive, settle }), [lookAt, step, backToLive, settle]);
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** What the model calls that had ended by then cost; undefined where nothing is known of prices. */
function costUntil({ spans }: Trace, atMs = Number.POSITIVE_INFINITY): number | undefined {
  let sum: number | undefined;
  for (const { kind, costUsd, endMs } of spans)
    if (kind === 'model' && costUsd !== undefined && endMs !== undefined && endMs <= atMs) sum = (sum ?? 0) + costUsd;
  return sum;
}
