'use client';
import { NodeDetail } from '#components/run-view/detail/node-detail.tsx';
import { RunDetail } from '#components/run-view/detail/run-detail.tsx';
import { isCallSpan, SpanDetail } from '#components/run-view/detail/span-detail.tsx';
import type { TraceAddress } from '#components/run-view/detail/use-trace-address.ts';
import { runAxis } from '#components/run-view/run-axis.ts';
import { nodeFinder } from '#components/run-view/timeline/node-finder.ts';
import { traceOf } from '#components/run-view/trace-of-events.ts';
import type { WatchedRun } from '#components/run-view/use-watched-run.ts';
import type { RunState } from '#lib/run/run-state.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type TraceDetailProps = {
  watched: WatchedRun;
  address: Pick<TraceAddress, 'nodeId' | 'spanSeq' | 'goTo'>;
  nodes: readonly WorkflowNode[];
  /** The workflows that these call, as the run's own document has them. */
  workflows?: unknown;
  /** Its present. */
  run: RunState;
  nowMs: number;
};

/** The detail of the part in the URL at the shown moment; of the whole run if none is named. */
export function TraceDetail({ watched, address, nodes, workflows, run, nowMs }: TraceDetailProps) {
  const { shown, view, moment } = watched;
  const { nodeId, spanSeq, goTo } = address;
  if (nodeId === undefined) return <RunDetail run={run} events={view.events} onSelect={(id) => goTo({ nodeId: id })} />;
  const atMs = moment?.atMs ?? runAxis(run, nowMs).endMs;
  const node = nodeFinder(nodes, workflows)(nodeId);
  const { spans } = traceOf(view.events);
  const span = spanSeq === undefined ? undefined : spans.filter(isCallSpan).find(({ seq }) => seq === spanSeq);
  const about = { node, atMs, seq: moment?.seq, onClose: () => goTo({ nodeId: undefined }) };
  if (span) return <SpanDetail {...about} span={span} spans={spans} events={view.events} onOpenNode={() => goTo({ nodeId })} />;
  return <NodeDetail key={nodeId} {...about} nodeId={nodeId} view={moment ? { ...view, run: shown.readRun() } : view} />;
}
