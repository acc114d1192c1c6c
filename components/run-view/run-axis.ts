import type { NodeState, RunState } from '#lib/run/run-state.ts';
import { isTerminal } from '#lib/run/run-status.ts';

/** Where the present is on the axis during a run; the newest events are behind it. */
const PRESENT_AT = 0.7;

/** Milliseconds since 1970, and the length of all that is drawn. */
export type RunAxis = { readonly startedMs: number; readonly endMs: number; readonly spanMs: number };

type AxisOf = Pick<RunState, 'status' | 'startedAt' | 'finishedAt'> & {
  /** Shown instead of the present: the axis stays that of the whole run. */
  readonly moment?: { readonly atMs: number; readonly axisMs: number } | undefined;
};

/** The time axis of a run, with room ahead while it runs. */
export function runAxis(run: AxisOf, nowMs: number): RunAxis {
  const startedMs = timeOf(run.startedAt) ?? nowMs;
  if (run.moment) return { startedMs, endMs: Math.max(run.moment.atMs, startedMs), spanMs: run.moment.axisMs };
  const endedMs = isTerminal(run.status) ? timeOf(run.finishedAt) : undefined;
  const elapsedMs = run.startedAt ? Math.max((endedMs ?? nowMs) - startedMs, 0) : 0;
  const spanMs = Math.max(endedMs === undefined ? elapsedMs / PRESENT_AT : elapsedMs, 1);
  return { startedMs, endMs: startedMs + elapsedMs, spanMs };
}

/** The node's latest attempt on the axis, as shares of its length; undefined if it never started. */
export function nodeInterval(
  node: Pick<NodeState, 'startedAt' | 'finishedAt'>,
  axis: RunAxis,
): { readonly from: number; readonly to: number } | undefined {
  const fromMs = timeOf(node.startedAt);
  if (fromMs === undefined) return undefined;
  return { from: shareOf(fromMs, axis), to: shareOf(timeOf(node.finishedAt) ?? axis.endMs, axis) };
}

function shareOf(timeMs: number, axis: RunAxis): number {
  return Math.min(Math.max((timeMs - axis.startedMs) / axis.spanMs, 0), 1);
}

function timeOf(at: string | undefined): number | undefined {
  return at === undefined ? undefined : Date.parse(at);
}
