'use client';
import { useTranslations } from 'use-intl';
import { ApprovalPanel } from '#components/approvals/approval-panel.tsx';
import { layoutTimeline } from '#components/run/layout-timeline.ts';
import { RunCounters } from '#components/run/run-counters.tsx';
import type { RunView } from '#components/run/run-feed.ts';
import { RUN_TITLE_ID, RunHeader } from '#components/run/run-header.tsx';
import { RunNotices } from '#components/run/run-notices.tsx';
import { RunOutputs } from '#components/run/run-outputs.tsx';
import { RunTabs } from '#components/run/run-tabs.tsx';
import { paceOf, useNow } from '#components/run/use-now.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type RunPanelProps = { runId: string | undefined; nodes: readonly WorkflowNode[]; view: RunView; onRetry: () => void };

/** A run as it goes: how it stands, each node on the time axis, the raw log, and what came out. */
export function RunPanel({ runId, nodes, view, onRetry }: RunPanelProps) {
  const t = useTranslations('run');
  const { run } = view;
  const nowMs = useNow(runId === undefined ? 'never' : paceOf(run.status));
  const timeline = layoutTimeline(nodes, run, nowMs);
  return (
    <section
      id="run"
      aria-label={t('title')}
      data-run-status={runId === undefined ? 'none' : run.status}
      className="flex min-h-0 min-w-0 flex-col bg-panel"
    >
      <RunHeader runId={runId} run={run} />
      <RunCounters run={run} timeline={timeline} />
      <RunNotices runId={runId} view={view} onRetry={onRetry} />
      {runId === undefined ? null : (
        <ApprovalPanel key={runId} runId={runId} run={run} nodes={nodes} nowMs={nowMs} focusAfterId={RUN_TITLE_ID} />
      )}
      <RunTabs runId={runId} timeline={timeline} view={view} />
      {run.status === 'succeeded' ? (
        <div className="max-h-[45%] shrink-0 overflow-y-auto max-md:max-h-none">
          <RunOutputs outputs={run.outputs ?? {}} />
        </div>
      ) : null}
    </section>
  );
}
