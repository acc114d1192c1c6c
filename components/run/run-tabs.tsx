'use client';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Timeline } from '#components/run/layout-timeline.ts';
import type { RunView } from '#components/run/run-feed.ts';
import { RunLog } from '#components/run/run-log.tsx';
import { RunOutputs } from '#components/run/run-outputs.tsx';
import { type RowSelection, RunTimeline } from '#components/run/run-timeline.tsx';

type RunTabsProps = {
  runId: string | undefined;
  timeline: Timeline;
  view: RunView;
  /** Lets rows of the timeline be chosen. */
  selection?: RowSelection | undefined;
  /** The outputs have a tab of their own; else they are the caller's. */
  hasOutputs?: boolean;
};

const tab =
  'flex items-center gap-1.5 border-b-2 border-transparent text-ink-2 outline-offset-[-2px] hover:text-ink-1 data-[state=active]:border-accent data-[state=active]:font-strong data-[state=active]:text-ink-1';

/** A run seen in several ways: each node on the time axis, and the events as they are stored. */
export function RunTabs({ runId, timeline, view, selection, hasOutputs = false }: RunTabsProps) {
  const t = useTranslations('run');
  const outputs = useTranslations('outputs');
  const { run, events } = view;
  return (
    <Tabs.Root defaultValue="timeline" className="flex min-h-0 grow flex-col">
      <Tabs.List aria-label={t('title')} className="flex h-(--bar-panel) shrink-0 gap-4 border-b border-line-1 px-3">
        <Tabs.Trigger value="timeline" className={tab}>
          {t('timeline')}
        </Tabs.Trigger>
        <Tabs.Trigger value="log" className={tab}>
          {t('log')} <span className="num text-ink-3">{events.length}</span>
        </Tabs.Trigger>
        {hasOutputs ? (
          <Tabs.Trigger value="outputs" className={tab}>
            {outputs('title')}
          </Tabs.Trigger>
        ) : null}
      </Tabs.List>
      <TabContent value="timeline">
        <RunTimeline key={runId} timeline={timeline} shownErrorNodeId={run.error?.nodeId} selection={selection} />
        {runId === undefined ? <p className="px-3 py-3 text-ink-3">{t('notRunYetText')}</p> : null}
      </TabContent>
      <TabContent value="log">
        <RunLog key={runId} events={events} startedAt={run.startedAt} />
      </TabContent>
      {hasOutputs ? (
        <TabContent value="outputs">
          {run.status === 'succeeded' ? (
            <RunOutputs outputs={run.outputs ?? {}} />
          ) : (
            <p className="px-3 py-3 text-ink-3">{outputs('notYet')}</p>
          )}
        </TabContent>
      ) : null}
    </Tabs.Root>
  );
}

function TabContent({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Content value={value} className="min-h-0 grow overflow-y-auto outline-offset-[-2px]">
      {children}
    </Tabs.Content>
  );
}
