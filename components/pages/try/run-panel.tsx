'use client';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { RunArtifacts } from '#components/artifacts/run-artifacts.tsx';
import { RunCounters } from '#components/pages/try/run-counters.tsx';
import { RUN_TITLE_ID, RunHeader } from '#components/pages/try/run-header.tsx';
import { ApprovalPanel } from '#components/run-view/approvals/approval-panel.tsx';
import { detailTab } from '#components/run-view/detail/detail-tab.ts';
import { isCallSpan } from '#components/run-view/detail/span-detail.tsx';
import { TraceDetail } from '#components/run-view/detail/trace-detail.tsx';
import { RunLog } from '#components/run-view/run-log.tsx';
import { RunNotices } from '#components/run-view/run-notices.tsx';
import { RunOutputs } from '#components/run-view/run-outputs.tsx';
import { TraceTimeline } from '#components/run-view/timeline/trace-timeline.tsx';
import { useWatchedRun, type WatchedRun } from '#components/run-view/use-watched-run.ts';
import { paceOf, useNow } from '#components/ui/use-now.ts';
import type { Span } from '#lib/run/span.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type RunPanelProps = { runId: string | undefined; nodes: readonly WorkflowNode[] };

/** A live run: status, timeline, log and outputs. Give it the run's id as `key`. */
export function RunPanel({ runId, nodes }: RunPanelProps) {
  const t = useTranslations('run');
  const watched = useWatchedRun(runId, { nodes });
  const { run, events } = watched.view;
  const nowMs = useNow(runId === undefined ? 'never' : paceOf(run.status));
  return (
    <section
      id="run"
      aria-label={t('title')}
      data-run-status={runId === undefined ? 'none' : run.status}
      className="flex min-h-0 min-w-0 flex-col bg-panel"
    >
      <RunHeader runId={runId} run={run} />
      <RunCounters run={run} nodes={nodes} nowMs={nowMs} />
      <RunNotices runId={runId} view={watched.view} onRetry={watched.shown.retry} />
      {runId === undefined ? null : (
        <ApprovalPanel runId={runId} run={run} nodes={nodes} nowMs={nowMs} focusAfterId={RUN_TITLE_ID} />
      )}
      <Tabs.Root defaultValue="timeline" className="flex min-h-0 grow flex-col">
        <Tabs.List aria-label={t('title')} className="flex h-(--bar-panel) shrink-0 gap-4 border-b border-line-1 px-3">
          <Tabs.Trigger value="timeline" className={detailTab}>
            {t('timeline')}
          </Tabs.Trigger>
          <Tabs.Trigger value="log" className={detailTab}>
            {t('log')} <span className="num text-ink-3">{events.length}</span>
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="timeline" className="flex min-h-0 grow flex-col outline-offset-[-2px] max-md:min-h-96">
          {runId === undefined ? (
            <p className="px-3 py-3 text-ink-3">{t('notRunYetText')}</p>
          ) : (
            <Course runId={runId} watched={watched} nodes={nodes} nowMs={nowMs} />
          )}
        </Tabs.Content>
        <Tabs.Content value="log" className="min-h-0 grow overflow-y-auto outline-offset-[-2px]">
          <RunLog events={events} startedAt={run.startedAt} />
        </Tabs.Content>
      </Tabs.Root>
    </section>
  );
}

type Chosen = { readonly nodeId: string | undefined; readonly spanSeq?: number | undefined };

type CourseProps = { runId: string; watched: WatchedRun; nodes: readonly WorkflowNode[]; nowMs: number };

/** The timeline, and below it the chosen part: by default the streaming node, at the end the outputs. */
function Course({ runId, watched, nodes, nowMs }: CourseProps) {
  const { run } = watched.view;
  const [chosen, setChosen] = useState<Chosen>();
  const writing = Object.values(run.nodes).findLast(({ isCalling, text }) => isCalling && text !== '')?.nodeId;
  const about = chosen ?? { nodeId: writing };
  const choose = (nodeId: string, span?: Span) => setChosen({ nodeId, spanSeq: span && isCallSpan(span) ? span.seq : undefined });
  return (
    <>
      <div className="flex min-h-44 grow basis-0 flex-col">
        <TraceTimeline
          watched={watched}
          nodes={nodes}
          nowMs={nowMs}
          selectedId={chosen?.nodeId}
          selectedSpanSeq={chosen?.spanSeq}
          onSelect={choose}
          onOpen={choose}
        />
      </div>
      <div className="max-h-[55%] shrink-0 overflow-y-auto border-t border-line-1 empty:hidden max-md:max-h-none">
        {about.nodeId !== undefined ? (
          <TraceDetail
            runId={runId}
            watched={watched}
            address={{
              spanSeq: undefined,
              ...about,
              goTo: ({ nodeId }) => setChosen(nodeId === undefined ? undefined : { nodeId }),
            }}
            nodes={nodes}
            run={run}
            nowMs={nowMs}
          />
        ) : run.status === 'succeeded' ? (
          <>
            <RunOutputs outputs={run.outputs ?? {}} />
            <RunArtifacts events={watched.view.events} lastSeq={run.lastSeq} />
          </>
        ) : null}
      </div>
    </>
  );
}
