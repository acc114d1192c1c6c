'use client';
import { Workflow } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { HomeActions } from '#components/pages/home/home-actions.tsx';
import { HomeBar } from '#components/pages/home/home-bar.tsx';
import type { HomeData } from '#components/pages/home/home-data.ts';
import { ListFoot } from '#components/pages/home/list-foot.tsx';
import { NewWorkflowParts } from '#components/pages/home/new-workflow-parts.tsx';
import { useHomeList } from '#components/pages/home/use-home-list.ts';
import { useNewWorkflow } from '#components/pages/home/use-new-workflow.ts';
import { useRowActions } from '#components/pages/home/use-row-actions.ts';
import { WorkflowTable } from '#components/pages/home/workflow-table.tsx';
import { DemoLabel } from '#components/shell/demo-label.tsx';
import { EmptyState, EmptyStateLink } from '#components/shell/empty-state.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';

/** All workflows of the workspace, counted, filtered and sorted by the server. */
export function WorkflowsPage({ data }: { data: HomeData }) {
  const t = useTranslations('home');
  const list = useHomeList(data, data.madeAt);
  const made = useNewWorkflow();
  const actions = useRowActions(list);
  const isEmpty = list.counts.all === 0 && list.rows.length === 0 && list.search === '' && !list.isLoading && !list.problem;
  return (
    <PageFrame
      title={t('title')}
      badge={data.isDemo ? <DemoLabel /> : null}
      actions={<HomeActions isMaking={made.isMaking} onFile={made.setFile} onNew={made.makeNew} />}
    >
      <NewWorkflowParts made={made} />
      {isEmpty ? (
        <EmptyState icon={Workflow} title={t('empty')} text={t('emptyText')}>
          <EmptyStateLink href="/">{t('emptyStart')}</EmptyStateLink>
        </EmptyState>
      ) : (
        <>
          <HomeBar list={list} />
          <WorkflowTable rows={list.rows} deployments={data.deployments} actions={actions} nowMs={list.loadedAtMs} />
          <ListFoot list={list} />
        </>
      )}
    </PageFrame>
  );
}
