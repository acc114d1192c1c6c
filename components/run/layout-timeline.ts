import type { NodeState, RunState } from '#lib/run/run-state.ts';
import { isTerminal, type NodeEnd } from '#lib/run/run-status.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** Where something lies on the run's axis, as shares of its length. */
export type TimelineBar = {
  readonly from: number;
  readonly to: number /** When the model's first words came. */;
  readonly firstWords: number | undefined;
};

export type TimelineRow = {
  readonly nodeId: string;
  /** Missing for a node that the shown workflow does not have. */
  readonly node: WorkflowNode | undefined;
  readonly state: NodeEnd | 'queued' | 'running';
  /** undefined before the node's first event. */
  readonly run: NodeState | undefined;
  readonly durationMs: number | undefined;
  readonly bar: TimelineBar | undefined;
  /** The attempt to come, and how long it waits. */
  readonly retry: { readonly attempt: number; readonly delayMs: number } | undefined;
};

export type Timeline = {
  readonly elapsedMs: number;
  /** Length of the axis: all of the run, and room ahead while it goes on. */
  readonly axisMs: number;
  readonly ticksMs: readonly number[];
  readonly rows: readonly TimelineRow[];
};

/** Where on the axis the present stands while the run goes on; what a node just did is told behind it. */
const PRESENT_AT = 0.7;

const TICKS_MAX = 6;

/** Rows and axis of a run: first the workflow's nodes in order, then any the log names beside them. `nowMs` ends the axis while the run goes on. */
export function layoutTimeline(nodes: readonly WorkflowNode[], run: RunState, nowMs: number): Timeline {
  const startedMs = timeOf(run.startedAt) ?? nowMs;
  const endedMs = isTerminal(run.status) ? timeOf(run.finishedAt) : undefined;
  const elapsedMs = run.startedAt ? Math.max((endedMs ?? nowMs) - startedMs, 0) : 0;
  const axisMs = Math.max(endedMs === undefined ? elapsedMs / PRESENT_AT : elapsedMs, 1);
  const axis = { startedMs, endMs: startedMs + elapsedMs, spanMs: axisMs };
  const known = new Set(nodes.map((node) => node.id));
  const others = Object.keys(run.nodes).filter((nodeId) => !known.has(nodeId));
  const marks = readLog(run);
  const rows = [
    ...nodes.map((node) => ({ nodeId: node.id, node })),
    ...others.map((nodeId) => ({ nodeId, node: undefined })),
  ].map((row) => layoutRow(row, { run, marks, axis }));
  return { elapsedMs, axisMs, ticksMs: run.startedAt ? ticksOf(axisMs) : [0], rows };
}

type Axis = { startedMs: number; endMs: number; spanMs: number };
type Marks = { firstWordsAt: Map<string, string>; retries: Map<string, { attempt: number; delayMs: number }> };

function layoutRow(
  row: { nodeId: string; node: WorkflowNode | undefined },
  { run, marks, axis }: { run: RunState; marks: Marks; axis: Axis },
): TimelineRow {
  const state = Object.hasOwn(run.nodes, row.nodeId) ? run.nodes[row.nodeId] : undefined;
  if (!state) return { ...row, state: 'queued', run: undefined, durationMs: undefined, bar: undefined, retry: undefined };
  const from = timeOf(state.startedAt);
  const to = timeOf(state.finishedAt) ?? axis.endMs;
  const share = (timeMs: number) => Math.min(Math.max((timeMs - axis.startedMs) / axis.spanMs, 0), 1);
  const firstWordsMs = timeOf(marks.firstWordsAt.get(row.nodeId));
  return {
    ...row,
    state: state.status,
    run: state,
    durationMs: state.executionTimeMs ?? (from === undefined ? undefined : Math.max(to - from, 0)),
    bar:
      from === undefined
        ? undefined
        : { from: share(from), to: share(to), firstWords: firstWordsMs === undefined ? undefined : share(firstWordsMs) },
    retry: state.status === 'running' ? marks.retries.get(row.nodeId) : undefined,
  };
}

/** Of each node's latest attempt: when the first words came, and whether another attempt is due. */
function readLog(run: RunState): Marks {
  const marks: Marks = { firstWordsAt: new Map(), retries: new Map() };
  for (const { type, nodeId, at, attempt, delayMs } of run.log) {
    if (!nodeId) continue;
    if (type === 'node_started') {
      marks.firstWordsAt.delete(nodeId);
      marks.retries.delete(nodeId);
    }
    if ((type === 'content' || type === 'thinking') && !marks.firstWordsAt.has(nodeId)) marks.firstWordsAt.set(nodeId, at);
    if (type === 'node_retried' && attempt !== undefined && delayMs !== undefined)
      marks.retries.set(nodeId, { attempt: attempt + 1, delayMs });
  }
  return marks;
}

/** Round distances (1, 2 or 5 times a power of ten) that cut the axis into at most six parts. */
function ticksOf(elapsedMs: number): number[] {
  const rough = Math.max(elapsedMs, 1) / TICKS_MAX;
  const power = 10 ** Math.floor(Math.log10(rough));
  const stepMs = Math.max(([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power, 1);
  return Array.from({ length: Math.floor(elapsedMs / stepMs) + 1 }, (_, index) => index * stepMs);
}

function timeOf(at: string | undefined): number | undefined {
  return at === undefined ? undefined : Date.parse(at);
}

/** The widest label of the axis, as `200 ms`, and the narrowest axis that shows more than its first one. */
const LABEL_PX = 44;
const NARROWEST_AXIS_PX = 168;

/** Whether the label of a tick at this share of the axis fits before its end. */
export function hasRoomForLabel(position: number): boolean {
  return (1 - position) * NARROWEST_AXIS_PX >= LABEL_PX;
}
