'use client';
import { Tabs } from 'radix-ui';
import { useTranslations } from 'use-intl';
import { ApprovalPanel } from '#components/approvals/approval-panel.tsx';
import { ErrorCard } from '#components/run/error-card.tsx';
import { layoutTimeline } from '#components/run/layout-timeline.ts';
import { RunCounters } from '#components/run/run-counters.tsx';
import type { RunView } from '#components/run/run-feed.ts';
import { RUN_TITLE_ID, RunHeader } from '#components/run/run-header.tsx';
import { RunLog } from '#components/run/run-log.tsx';
import { RunOutputs } from '#components/run/run-outputs.tsx';
import { RunTimeline } from '#components/run/run-timeline.tsx';
import { type Pace, useNow } from '#components/run/use-now.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type RunPanelProps = { runId: string | undefined; nodes: readonly WorkflowNode[]; view: RunView; onRetry: () => void };

const tab =
  'flex items-center gap-1.5 border-b-2 border-transparent text-ink-2 outline-offset-[-2px] hover:text-ink-1 data-[state=active]:border-accent data-[state=active]:font-strong data-[state=active]:text-ink-1';

/** A run as it goes: how it stands, each node on the time axis, the raw log, and what came out. */
export function RunPanel({ runId, nodes, view, onRetry }: RunPanelProps) {
  const t = useTranslations('run');
  const { run, events } = view;
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
      <Tabs.Root defaultValue="timeline" className="flex min-h-0 grow flex-col">
        <Tabs.List aria-label={t('title')} className="flex h-(--bar-panel) shrink-0 gap-4 border-b border-line-1 px-3">
          <Tabs.Trigger value="timeline" className={tab}>
            {t('timeline')}
          </Tabs.Trigger>
          <Tabs.Trigger value="log" className={tab}>
            {t('log')} <span className="num text-ink-3">{events.length}</span>
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="timeline" className="min-h-0 grow overflow-y-auto outline-offset-[-2px]">
          <RunTimeline key={runId} timeline={timeline} shownErrorNodeId={run.error?.nodeId} />
          {runId === undefined ? <p className="px-3 py-3 text-ink-3">{t('notRunYetText')}</p> : null}
        </Tabs.Content>
        <Tabs.Content value="log" className="min-h-0 grow overflow-y-auto outline-offset-[-2px]">
          <RunLog key={runId} events={events} startedAt={run.startedAt} />
        </Tabs.Content>
      </Tabs.Root>
      {run.status === 'succeeded' ? (
        <div className="max-h-[45%] shrink-0 overflow-y-auto max-md:max-h-none">
          <RunOutputs outputs={run.outputs ?? {}} />
        </div>
      ) : null}
    </section>
  );
}

/** A run that waits may do so for days. */
function paceOf(status: RunStatus): Pace {
  if (isTerminal(status)) return 'never';
  return status === 'waiting' ? 'slow' : 'live';
}

function RunNotices({ runId, view, onRetry }: Pick<RunPanelProps, 'runId' | 'view' | 'onRetry'>) {
  const t = useTranslations('run');
  const { connection, run, problem } = view;
  if (runId === undefined) return null;
  return (
    <div aria-live="polite" className="grid shrink-0 gap-2 px-3 py-2 empty:hidden">
      {connection === 'loading' ? <p className="text-ink-3">{t('connecting')}</p> : null}
      {connection === 'reconnecting' ? <p className="text-waiting">{t('reconnecting')}</p> : null}
      {connection === 'failed' ? (
        <Notice title={t('unavailable')}>
          <p className="pb-2">{problem}</p>
          <Button onClick={onRetry}>{t('tryAgain')}</Button>
        </Notice>
      ) : null}
      {run.status === 'failed' && run.error ? <ErrorCard error={run.error} /> : null}
      {run.status === 'failed' && !run.error ? <Notice title={t('failed')} /> : null}
    </div>
  );
}
