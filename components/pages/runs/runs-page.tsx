'use client';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { useTranslations } from 'use-intl';
import { addressOf, type RunFilters } from '#components/pages/runs/run-filters.ts';
import { RunsFilterBar } from '#components/pages/runs/runs-filter-bar.tsx';
import { RunsList } from '#components/pages/runs/runs-list.tsx';
import type { RunsPageData } from '#components/pages/runs/runs-page-data.ts';
import { TopBar } from '#components/shell/top-bar.tsx';
import { WorkflowBar } from '#components/shell/workflow-bar.tsx';

/**
 * Every run of the workspace, newest first. The filters are in the URL, so that a view can be
 * shared and Back works.
 */
export function RunsPage({ data }: { data: RunsPageData }) {
  const t = useTranslations('runs');
  const router = useRouter();
  const [isLoading, startLoading] = useTransition();
  /** Typing replaces the history entry, so that Back leaves the search instead of undoing each letter. */
  function go(filters: RunFilters, { isTyping = false } = {}) {
    const to = addressOf(filters);
    startLoading(() => (isTyping ? router.replace(to, { scroll: false }) : router.push(to, { scroll: false })));
  }
  const address = addressOf(data.filters);
  const [lineSlot, setLineSlot] = useState<HTMLElement | null>(null);
  const line = <span ref={setLineSlot} className="flex min-w-0 grow max-md:basis-full" />;
  return (
    <>
      {data.workflow ? (
        <WorkflowBar workflowId={data.workflow.id} name={data.workflow.name} shown="runs">
          {line}
        </WorkflowBar>
      ) : (
        <TopBar title={t('title')}>{line}</TopBar>
      )}
      <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 grow flex-col bg-panel outline-none">
        <RunsFilterBar data={data} isLoading={isLoading} onChange={go} />
        <RunsList key={address} data={data} isLoading={isLoading} lineSlot={lineSlot} />
      </main>
    </>
  );
}
