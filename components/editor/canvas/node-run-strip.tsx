'use client';
import { type CSSProperties, memo } from 'react';
import { useTranslations } from 'use-intl';
import { ReusedMark } from '#components/run-view/fork/reused-mark.tsx';
import { nodeInterval, runAxis } from '#components/run-view/run-axis.ts';
import { type MarkedState, StatusMark } from '#components/ui/status-mark.tsx';
import { paceOf, useNow } from '#components/ui/use-now.ts';
import { costText } from '#lib/i18n/cost-text.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { nodeTimeMs } from '#lib/run/node-time.ts';
import type { NodeState, RunState } from '#lib/run/run-state.ts';
import { isTerminal } from '#lib/run/run-status.ts';

type Outline = Pick<RunState, 'status' | 'startedAt' | 'finishedAt'>;
/** A node in the run being shown; `run` is missing before its first event, `outline` when no run is shown. */
type NodeRunProps = { run: NodeState | undefined; outline: Outline | undefined };

/** State and time of a node in the run being shown, for the right end of its title. Nothing when no run is shown. */
export const NodeRunMark = memo(function NodeRunMark({ run, outline }: NodeRunProps) {
  if (!outline) return null;
  if (run?.reused) return <ReusedMark reused={run.reused} />;
  // In an ended run, a node without events was not part of the run.
  return run || !isTerminal(outline.status) ? <Mark run={run} /> : null;
});

/** Skipped nodes and nodes at a breakpoint have not started. */
function hasTime({ status, startedAt }: NodeState): boolean {
  return status !== 'skipped' && (status !== 'waiting' || startedAt !== undefined);
}

/**
 * The same elements in every state, usually of the same width, with the icon at the end: Chromium rebuilds all layers
 * of the page when an icon moves or changes, for every node and tick.
 */
function Mark({ run }: { run: NodeState | undefined }) {
  const t = useTranslations('status');
  const state: MarkedState = run?.status ?? 'queued';
  const isTimed = run !== undefined && hasTime(run);
  return (
    <span data-state={state} data-part="run-mark" className="run-mark num">
      {isTimed ? <Time run={run} /> : t(state)}
      <StatusMark state={state} label={isTimed ? t(state) : undefined} />
    </span>
  );
}

/**
 * The icon next to it conveys the state: a visually hidden element costs a large canvas one more
 * layer for each node.
 */
function Time({ run }: { run: NodeState }) {
  const isOver = run.finishedAt !== undefined;
  const nowMs = useNow(isOver ? 'never' : run.status === 'waiting' ? 'slow' : 'live');
  return formatDuration(nodeTimeMs(run, nowMs) ?? 0);
}

type NodeRunTokensProps = { run: NodeState | undefined; durationMs?: number | undefined };

/** Model usage, cost and the time of iterations, at the right end of the second line. Empty without usage. */
export const NodeRunTokens = memo(function NodeRunTokens({ run, durationMs }: NodeRunTokensProps) {
  const t = useTranslations('canvasRun');
  const noPrice = useTranslations('costs')('noPrice');
  const usage = run?.usage;
  const facts = [
    durationMs === undefined ? undefined : formatDuration(durationMs),
    usage && usage.totalTokens > 0 ? t('tokens', { count: usage.totalTokens }) : undefined,
    usage && usage.totalTokens > 0 ? costText({ costUsd: usage.costUsd, tokens: usage.totalTokens }, noPrice) : undefined,
  ].filter((fact) => fact !== undefined);
  if (facts.length === 0) return null;
  return <span className="num shrink-0 whitespace-nowrap text-ink-2">{facts.join(' · ')}</span>;
});

/** When the node ran, on the time axis of the run: three pixels at the bottom of its face, which must be `relative`. */
export const NodeRunStrip = memo(function NodeRunStrip({ run, outline }: NodeRunProps) {
  if (!outline || run?.status === 'skipped' || run?.reused) return null;
  return run?.startedAt || !isTerminal(outline.status) ? <Strip run={run} outline={outline} /> : null;
});

/** The same element from the beginning of the run: one more thing on the page would be a layer of it anew. */
function Strip({ run, outline }: { run: NodeState | undefined; outline: Outline }) {
  const pace = run?.startedAt === undefined ? 'never' : paceOf(outline.status);
  // Strips of ended nodes move only because the axis grows, so one update a second is enough.
  const nowMs = useNow(pace === 'live' && run?.finishedAt !== undefined ? 'slow' : pace);
  const interval = run && nodeInterval(run, runAxis(outline, nowMs));
  return (
    <span
      aria-hidden="true"
      data-part="run-strip"
      data-state={interval && run.status}
      className="run-strip"
      style={interval && intervalStyle(interval)}
    />
  );
}

/** A background instead of an element, so that moving it needs no layout. */
function intervalStyle({ from, to }: { from: number; to: number }): CSSProperties {
  const length = Math.max(to - from, 0);
  const offset = length < 1 ? from / (1 - length) : 0;
  return { backgroundSize: `max(2px, ${length * 100}%) 100%`, backgroundPosition: `${offset * 100}% 0` };
}
