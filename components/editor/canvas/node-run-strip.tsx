'use client';
import { useTranslations } from 'use-intl';
import { ReusedMark } from '#components/fork/reused-mark.tsx';
import { nodeInterval, runAxis } from '#components/run/run-axis.ts';
import { type MarkedState, StatusMark } from '#components/ui/status-mark.tsx';
import { paceOf, useNow } from '#components/ui/use-now.ts';
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
  if (run) return hasTime(run) ? <TimedMark run={run} /> : <WordMark state={run.status} />;
  // In a run that is over, a node without a word was not part of it.
  if (isTerminal(outline.status)) return null;
  return <WordMark state="queued" />;
}

/** What was skipped never began, nor has what stands at a breakpoint. */
function hasTime({ status, startedAt }: NodeState): boolean {
  return status !== 'skipped' && (status !== 'waiting' || startedAt !== undefined);
}

function Mark({ state, label, children }: { state: MarkedState; label?: string; children: React.ReactNode }) {
  return (
    <span
      data-state={state}
      data-part="run-mark"
      className="num ml-auto flex shrink-0 items-center gap-1 font-[520] whitespace-nowrap text-state"
    >
      <StatusMark state={state} label={label} />
      {children}
    </span>
  );
}

function WordMark({ state }: { state: MarkedState }) {
  const t = useTranslations('status');
  return <Mark state={state}>{t(state)}</Mark>;
}

/** A node that took longer than it worked by more than this has waited for somebody. */
const WAIT_MIN_MS = 1000;

/** The picture says the word where the time is what is read: an element that is only heard costs a large canvas a layer more for each node. */
function TimedMark({ run }: { run: NodeState }) {
  const t = useTranslations('status');
  const isOver = run.finishedAt !== undefined;
  const nowMs = useNow(isOver ? 'never' : run.status === 'waiting' ? 'slow' : 'live');
  const untilMs = run.finishedAt === undefined ? nowMs : Date.parse(run.finishedAt);
  const spanMs = run.startedAt === undefined ? 0 : Math.max(untilMs - Date.parse(run.startedAt), 0);
  const workMs = run.executionTimeMs ?? 0;
  // What its process measured is more exact, but leaves out the time in which people were asked.
  const durationMs = isOver && spanMs - workMs < WAIT_MIN_MS ? workMs : spanMs;
  return (
    <Mark state={run.status} label={t(run.status)}>
      {formatDuration(durationMs)}
    </Mark>
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
