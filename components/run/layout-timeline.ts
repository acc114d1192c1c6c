import { nodeIdOf } from '#lib/run/node-path.ts';
import type { NodeState, OpenApproval, RunState } from '#lib/run/run-state.ts';
import { isTerminal, type NodeEnd } from '#lib/run/run-status.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';
import { ticksOf } from './axis-ticks.ts';
import { type LogTimes, readLogTimes, type Stretch } from './read-log-times.ts';

/** Where something lies on the run's axis, as shares of its length. */
export type TimelineBar = {
  readonly from: number;
  readonly to: number;
  /** When the model's first words came. */
  readonly firstWords: number | undefined;
  /** While a person was asked. */
  readonly waits: readonly { readonly from: number; readonly to: number }[];
};

export type TimelineRow = {
  readonly nodeId: string;
  /** Missing for a node that the shown workflow does not have. */
  readonly node: WorkflowNode | undefined;
  readonly state: NodeEnd | 'queued' | 'running' | 'waiting';
  /** undefined before the node's first event. */
  readonly run: NodeState | undefined;
  readonly durationMs: number | undefined;
  readonly bar: TimelineBar | undefined;
  /** The attempt to come, and how long it waits. */
  readonly retry: { readonly attempt: number; readonly delayMs: number } | undefined;
  /** What people are asked for this node and have not decided. */
  readonly approvals: readonly OpenApproval[];
};

export type Timeline = {
  readonly elapsedMs: number;
  /** How much of that the whole run waited for people. */
  readonly waitedMs: number;
  /** Length of the axis: all of the run, and room ahead while it goes on. */
  readonly axisMs: number;
  readonly ticksMs: readonly number[];
  readonly rows: readonly TimelineRow[];
};

/** Where on the axis the present stands while the run goes on; what a node just did is told behind it. */
const PRESENT_AT = 0.7;

/** Rows and axis of a run: first the workflow's nodes in order, then any the log names beside them. `nowMs` ends the axis while the run goes on. */
export function layoutTimeline(nodes: readonly WorkflowNode[], run: RunState, nowMs: number): Timeline {
  const axis = runAxis(run, nowMs);
  const known = new Set(nodes.map((node) => node.id));
  const others = Object.keys(run.nodes).filter((nodeId) => !known.has(nodeId));
  // What ran in passes of a container has a row for each of them.
  const inPasses = new Set(others.map(nodeIdOf));
  const times = readLogTimes(run);
  const rows = [
    ...nodes.filter(({ id }) => !inPasses.has(id)).map((node) => ({ nodeId: node.id, node })),
    ...others.map((nodeId) => ({ nodeId, node: undefined })),
  ].map((row) => layoutRow(row, { run, times, axis }));
  const waitedMs = times.runWaits.reduce((sum, { fromMs, toMs = axis.endMs }) => sum + Math.max(toMs - fromMs, 0), 0);
  const ticksMs = run.startedAt ? ticksOf(axis.spanMs) : [0];
  return { elapsedMs: axis.endMs - axis.startedMs, waitedMs, axisMs: axis.spanMs, ticksMs, rows };
}

/** Milliseconds since 1970, and the length of all that is drawn. */
export type RunAxis = { readonly startedMs: number; readonly endMs: number; readonly spanMs: number };

type AxisOf = Pick<RunState, 'status' | 'startedAt' | 'finishedAt'> & {
  /** Shown instead of the present: the axis stays that of the whole run. */
  readonly moment?: { readonly atMs: number; readonly axisMs: number } | undefined;
};

/** The time axis of a run: all of it, and room ahead while it goes on. */
export function runAxis(run: AxisOf, nowMs: number): RunAxis {
  const startedMs = timeOf(run.startedAt) ?? nowMs;
  if (run.moment) return { startedMs, endMs: Math.max(run.moment.atMs, startedMs), spanMs: run.moment.axisMs };
  const endedMs = isTerminal(run.status) ? timeOf(run.finishedAt) : undefined;
  const elapsedMs = run.startedAt ? Math.max((endedMs ?? nowMs) - startedMs, 0) : 0;
  const spanMs = Math.max(endedMs === undefined ? elapsedMs / PRESENT_AT : elapsedMs, 1);
  return { startedMs, endMs: startedMs + elapsedMs, spanMs };
}

/** Where the node's latest attempt lies on the axis, as shares of its length; undefined when it never started. */
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

function layoutRow(
  row: { nodeId: string; node: WorkflowNode | undefined },
  { run, times, axis }: { run: RunState; times: LogTimes; axis: RunAxis },
): TimelineRow {
  const state = Object.hasOwn(run.nodes, row.nodeId) ? run.nodes[row.nodeId] : undefined;
  const approvals = Object.values(run.approvals).filter(({ nodeId }) => nodeId === row.nodeId);
  if (!state)
    return { ...row, approvals, state: 'queued', run: undefined, durationMs: undefined, bar: undefined, retry: undefined };
  const fromMs = timeOf(state.startedAt);
  const toMs = timeOf(state.finishedAt) ?? axis.endMs;
  const waits = times.waits.get(row.nodeId) ?? [];
  // what its process measured is only the work
  const workMs = waits.length > 0 ? undefined : state.executionTimeMs;
  return {
    ...row,
    approvals,
    state: state.status,
    run: state,
    durationMs: workMs ?? (fromMs === undefined ? undefined : Math.max(toMs - fromMs, 0)),
    bar:
      fromMs === undefined ? undefined : layoutBar({ fromMs, toMs, waits, firstWordsMs: times.firstWords.get(row.nodeId) }, axis),
    retry: state.status === 'running' ? times.retries.get(row.nodeId) : undefined,
  };
}

type BarTimes = { fromMs: number; toMs: number; waits: readonly Stretch[]; firstWordsMs: number | undefined };

function layoutBar({ fromMs, toMs, waits, firstWordsMs }: BarTimes, axis: RunAxis): TimelineBar {
  const share = (timeMs: number) => shareOf(timeMs, axis);
  return {
    from: share(fromMs),
    to: share(toMs),
    firstWords: firstWordsMs === undefined ? undefined : share(firstWordsMs),
    // a wait may have begun in an earlier attempt
    waits: waits
      .map((wait) => ({ from: share(Math.max(wait.fromMs, fromMs)), to: share(Math.min(wait.toMs ?? toMs, toMs)) }))
      .filter(({ from, to }) => from < to),
  };
}

function timeOf(at: string | undefined): number | undefined {
  return at === undefined ? undefined : Date.parse(at);
}
