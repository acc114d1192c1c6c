'use client';
import Link from 'next/link';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { filterRows, type RowFilter, rowFilters } from '#components/pages/home/filter-rows.ts';
import { FirstRun } from '#components/pages/home/first-run.tsx';
import { HomeActions } from '#components/pages/home/home-actions.tsx';
import { HomeBar } from '#components/pages/home/home-bar.tsx';
import type { HomeData } from '#components/pages/home/home-data.ts';
import { type ChosenCredentials, ImportPanel } from '#components/pages/home/import-panel.tsx';
import { ListFoot } from '#components/pages/home/list-foot.tsx';
import { type RowSort, sortRows } from '#components/pages/home/sort-rows.ts';
import { type HomeList, useHomeList } from '#components/pages/home/use-home-list.ts';
import { useRowActions } from '#components/pages/home/use-row-actions.ts';
import { WorkflowTable } from '#components/pages/home/workflow-table.tsx';
import { makeEmptyWorkflow } from '#components/pages/templates/make-workflow.ts';
import { TemplateCards } from '#components/pages/templates/template-cards.tsx';
import { useMaking } from '#components/pages/templates/use-making.ts';
import { copyTemplate } from '#components/pages/templates/workflow-actions.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { DemoLabel } from '#components/shell/demo-label.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The person's workflows, and every way to get another one. */
export function HomePage({ data }: { data: HomeData }) {
  const t = useTranslations('home');
  const { templateName } = useNames();
  const list = useHomeList(data, data.madeAt);
  const [file, setFile] = useState<File>();
  const { isMaking, problem, make } = useMaking();
  const create = (body: Parameters<typeof apiClient.createWorkflow>[0]['body']) =>
    make(async () => (await apiClient.createWorkflow({ body })).id);
  const importWorkflow = (body: Workflow, credentials: ChosenCredentials) =>
    make(async () => {
      const { id } = await apiClient.createWorkflow({ body });
      for (const [slot, credentialId] of Object.entries(credentials))
        if (credentialId !== '') await apiClient.fillCredentialSlot({ params: { id, slot }, body: { credentialId } });
      return id;
    });
  const makeNew = () => void create(makeEmptyWorkflow(t('untitled')));
  const isFirstRun = list.rows.length === 0 && list.search === '' && !list.isLoading && list.problem === undefined;
  return (
    <PageFrame
      title={t('title')}
      badge={data.isDemo ? <DemoLabel /> : null}
      actions={<HomeActions isMaking={isMaking} onFile={setFile} onNew={makeNew} />}
    >
      {file ? (
        <ImportPanel
          key={`${file.name} ${file.lastModified} ${file.size}`}
          file={file}
          onImport={importWorkflow}
          onClose={() => setFile(undefined)}
        />
      ) : null}
      <div role="alert" className="px-4 empty:hidden [&>*]:my-3">
        {problem ? <Notice title={t('notMade')}>{problem}</Notice> : null}
      </div>
      {isFirstRun ? (
        <FirstRun
          sample={data.sample}
          isDemo={data.isDemo}
          isMaking={isMaking}
          onNew={makeNew}
          onOpenSample={(sample) => void make(() => copyTemplate(apiClient, sample.id, templateName(sample)), { isTour: true })}
        />
      ) : (
        <Workflows data={data} list={list} />
      )}
      <section aria-labelledby="template-cards">
        <div className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 pt-2">
          <h2 id="template-cards" className="text-name font-title">
            {t('templates')}
          </h2>
          {data.isDemo ? <p className="text-ink-2">{t('templatesText')}</p> : null}
          <span className="grow" />
          <Link href="/templates" prefetch={false} className="text-accent hover:underline">
            {t('allTemplates', { count: data.templates.length })}
          </Link>
        </div>
        <TemplateCards
          templates={data.templates}
          isMaking={isMaking}
          level={3}
          onUse={(template, name) => void make(() => copyTemplate(apiClient, template.id, name))}
        />
      </section>
    </PageFrame>
  );
}

function Workflows({ data: { deployments }, list }: { data: HomeData; list: HomeList }) {
  const t = useTranslations('home');
  const language = useLocale();
  const actions = useRowActions(list);
  const [sort, setSort] = useState<RowSort>('saved');
  const [filter, setFilter] = useState<RowFilter>('all');
  const known = { rows: list.rows, live: new Set(deployments.map(({ workflowId }) => workflowId)) };
  const counts = Object.fromEntries(rowFilters.map((one) => [one, filterRows(known, one).length])) as Record<RowFilter, number>;
  const shown = filterRows(known, filter);
  return (
    <>
      <HomeBar
        search={list.search}
        sort={sort}
        filter={filter}
        counts={counts}
        onSearch={list.find}
        onSort={setSort}
        onFilter={setFilter}
      />
      <WorkflowTable rows={sortRows(shown, sort, language)} deployments={deployments} actions={actions} nowMs={list.loadedAtMs} />
      {shown.length === 0 && list.rows.length > 0 ? <p className="px-4 py-3 text-ink-2">{t('noneOfFilter')}</p> : null}
      <ListFoot list={list} isSorted={sort !== 'saved'} />
    </>
  );
}
