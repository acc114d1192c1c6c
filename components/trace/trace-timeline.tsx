'use client';
import { layoutTimeline } from '#components/run/layout-timeline.ts';
import type { RunView } from '#components/run/run-feed.ts';
import { RunTabs } from '#components/run/run-tabs.tsx';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type TraceTimelineProps = {
  runId: string;
  /** In the order of the run. */
  nodes: readonly WorkflowNode[];
  view: RunView;
  nowMs: number;
  selectedId: string | undefined;
  onSelect: (nodeId: string) => void;
};

/** The run's page has its timeline and its log from here alone. */
export function TraceTimeline({ runId, nodes, view, nowMs, selectedId, onSelect }: TraceTimelineProps) {
  const nodeIds = new Set(selectedId === undefined ? [] : [selectedId]);
  return (
    <div className="flex min-h-0 grow flex-col overflow-y-auto">
      <RunTabs runId={runId} timeline={layoutTimeline(nodes, view.run, nowMs)} view={view} selection={{ nodeIds, onSelect }} />
    </div>
  );
}
