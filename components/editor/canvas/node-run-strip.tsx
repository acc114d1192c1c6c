'use client';
import { useTranslations } from 'use-intl';
import { ReusedMark } from '#components/fork/reused-mark.tsx';
import { nodeInterval, runAxis } from '#components/run/run-axis.ts';
import { paceOf, useNow } from '#components/run/use-now.ts';
import { type MarkedState, StatusMark } from '#components/ui/status-mark.tsx';
import { useIsMotionReduced } from '#components/ui/use-is-motion-reduced.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';
import type { NodeState, RunState } from '#lib/run/run-state.ts';
import { isTerminal } from '#lib/run/run-status.ts';

type Outline = Pick<RunState, 'status' | 'startedAt' | 'finishedAt'>;
/** A node in the run being shown; `run` is missing before its first event, `outline` when no run is shown. */
type NodeRunProps = { run: NodeState | undefined; outline: Outline | undefined };

/** State and time of a node in the run being shown, for the right end of its title. Nothing when no run is shown. */
export function NodeRunMark({ run, outline }: NodeRunProps) {
  if (!outline) return null;
  if (run?.reused) return <ReusedMark reused={run.reused} />;
  if (run) return <Mark state={run.status}>{hasTime(run) ? <Time run={run} /> : <StateWord state={run.status} />}</Mark>;
  // In a run that is over, a node without a word was not part of it.
  if (isTerminal(outline.status)) return null;
  return (
    <Mark state="queued">
      <StateWord state="queued" />
    </Mark>
  );
}

/** What was skipped never began, nor has what stands at a breakpoint. */
function hasTime({ status, startedAt }: NodeState): boolean {
  return status !== 'skipped' && (status !== 'waiting' || startedAt !== undefined);
}

function Mark({ state, children }: { state: MarkedState; children: React.ReactNode }) {
  return (
    <span
      data-state={state}
      data-part="run-mark"
      className="num ml-auto flex shrink-0 items-center gap-1 font-[520] whitespace-nowrap text-state"
    >
      {state === 'running' ? <RunningMark /> : <StatusMark state={state} />}
      {children}
    </span>
  );
}

const RING_RADIUS = 4;
const RING_LENGTH = 2 * Math.PI * RING_RADIUS;
const TURN_MS = 1000;

/**
 * The mark of what runs, turned with the clock that moves the time beside it. Turned by CSS it would be a layer of the page, and each node that begins or ends
 * would have the page drawn once more. Only the dashes move: what a turned picture covers would change, and the layers of the page with it.
 */
function RunningMark() {
  const isStill = useIsMotionReduced();
  const nowMs = useNow(isStill ? 'never' : 'live');
  const ring = { cx: 6, cy: 6, r: RING_RADIUS, fill: 'none', stroke: 'currentColor', strokeWidth: 1.8 };
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" data-state="running" className="shrink-0 text-state">
      <circle {...ring} strokeOpacity=".28" />
      <circle
        {...ring}
        strokeLinecap="round"
        strokeDasharray={`${RING_LENGTH / 4} ${(RING_LENGTH * 3) / 4}`}
        strokeDashoffset={-RING_LENGTH * ((nowMs % TURN_MS) / TURN_MS)}
      />
    </svg>
  );
}

function StateWord({ state }: { state: MarkedState }) {
  const t = useTranslations('status');
  return <span>{t(state)}</span>;
}

/** A node that took longer than it worked by more than this has waited for somebody. */
const WAIT_MIN_MS = 1000;

function Time({ run }: { run: NodeState }) {
  const t = useTranslations('status');
  const isOver = run.finishedAt !== undefined;
  const nowMs = useNow(isOver ? 'never' : run.status === 'waiting' ? 'slow' : 'live');
  const untilMs = run.finishedAt === undefined ? nowMs : Date.parse(run.finishedAt);
  const spanMs = run.startedAt === undefined ? 0 : Math.max(untilMs - Date.parse(run.startedAt), 0);
  const workMs = run.executionTimeMs ?? 0;
  // What its process measured is more exact, but leaves out the time in which people were asked.
  const durationMs = isOver && spanMs - workMs < WAIT_MIN_MS ? workMs : spanMs;
  return (
    <>
      <span className="sr-only">{t(run.status)}</span>
      <span>{formatDuration(durationMs)}</span>
    </>
  );
}

/** What a node has used of models, what that cost, and the time of several passes, for the right end of its second line. Nothing when it used none. */
export function NodeRunTokens({ run, durationMs }: { run: NodeState | undefined; durationMs?: number | undefined }) {
  const t = useTranslations('canvasRun');
  const usage = run?.usage;
  const facts = [
    durationMs === undefined ? undefined : formatDuration(durationMs),
    usage && usage.totalTokens > 0 ? t('tokens', { count: usage.totalTokens }) : undefined,
    usage?.costUsd === undefined || usage.totalTokens === 0 ? undefined : formatUsd(usage.costUsd),
  ].filter((fact) => fact !== undefined);
  if (facts.length === 0) return null;
  return <span className="num shrink-0 whitespace-nowrap text-ink-2">{facts.join(' · ')}</span>;
}

/** When the node ran, on the time axis of the run: three pixels at the foot of its face, which has to be `relative`. Nothing when it never started. */
export function NodeRunStrip({ run, outline }: NodeRunProps) {
  if (!outline || !run?.startedAt || run.status === 'skipped' || run.reused) return null;
  return <Strip run={run} outline={outline} />;
}

function Strip({ run, outline }: { run: NodeState; outline: Outline }) {
  const pace = paceOf(outline.status);
  // What is over moves only since the axis grows: three pixels need no more than one step a second.
  const nowMs = useNow(pace === 'live' && run.finishedAt !== undefined ? 'slow' : pace);
  const interval = nodeInterval(run, runAxis(outline, nowMs));
  if (!interval) return null;
  const length = Math.max(interval.to - interval.from, 0);
  // A background and not a box of its own: where it is moved nothing has to be laid out.
  const place = length < 1 ? interval.from / (1 - length) : 0;
  return (
    <span
      aria-hidden="true"
      data-part="run-strip"
      data-state={run.status}
      className="run-strip"
      style={{ backgroundSize: `max(2px, ${length * 100}%) 100%`, backgroundPosition: `${place * 100}% 0` }}
    />
  );
}
