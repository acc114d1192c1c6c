'use client';
import { useEditorUi } from '#components/editor/document/use-editor.tsx';
import { useRunOutline, useShownRun, useShownView } from '#components/editor/run/run-overlay.ts';
import { type CallSpan, isCallSpan, SpanDetail } from '#components/run-view/detail/span-detail.tsx';
import { runAxis } from '#components/run-view/run-axis.ts';
import { traceOf } from '#components/run-view/trace-of-events.ts';
import { paceOf, useNow } from '#components/ui/use-now.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** The call chosen in the timeline, if it is one of this node. */
export function useShownCall(path: string): CallSpan | undefined {
  const seq = useEditorUi((ui) => ui.shownCallSeq);
  const shown = useShownRun();
  // A span changes with every event until it ends.
  useRunOutline();
  if (seq === undefined) return undefined;
  const { spans } = traceOf(shown.readView().events);
  return spans.filter(isCallSpan).find((span) => span.seq === seq && span.nodeId === path);
}

type ShownCallProps = { span: CallSpan; node: WorkflowNode; onClose: () => void };

/** The details of one call of the node, with a way back to all of its output. */
export function ShownCall({ span, node, onClose }: ShownCallProps) {
  const { run, events } = useShownView();
  const moment = useRunOutline()?.moment;
  const nowMs = useNow(paceOf(run.status));
  const { spans } = traceOf(events);
  return (
    <SpanDetail
      span={spans.filter(isCallSpan).find(({ seq }) => seq === span.seq) ?? span}
      spans={spans}
      node={node}
      events={events}
      atMs={moment?.atMs ?? runAxis(run, nowMs).endMs}
      seq={moment?.seq}
      onOpenNode={onClose}
      onClose={onClose}
    />
  );
}
