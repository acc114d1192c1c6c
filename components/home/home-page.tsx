'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { FirstRun } from '#components/home/first-run.tsx';
import { HomeBar } from '#components/home/home-bar.tsx';
import type { HomeData } from '#components/home/home-data.ts';
import { ImportPanel } from '#components/home/import-panel.tsx';
import { ListFoot } from '#components/home/list-foot.tsx';
import { makeEmptyWorkflow } from '#components/home/make-workflow.ts';
import { type RowSort, sortRows } from '#components/home/sort-rows.ts';
import { TemplateCards } from '#components/home/template-cards.tsx';
import { useHomeList } from '#components/home/use-home-list.ts';
import { useRowActions } from '#components/home/use-row-actions.ts';
import { copyTemplate } from '#components/home/workflow-actions.ts';
import { WorkflowTable } from '#components/home/workflow-table.tsx';
import { apiClient } from '#components/run/api-client.ts';
import { Notice } from '#components/ui/notice.tsx';

/** The person's workflows, and every way to get another one. */
export function HomePage({ data }: { data: HomeData }) {
  const t = useTranslations('home');
  const language = useLocale();
  const list = useHomeList(data, data.madeAt);
  const actions = useRowActions(list);
  const [sort, setSort] = useState<RowSort>('saved');
  const [file, setFile] = useState<File>();
  const making = useMaking();
  const create = (body: Parameters<typeof apiClient.createWorkflow>[0]['body']) =>
    making.make(async () => (await apiClient.createWorkflow({ body })).id);
  const makeNew = () => void create(makeEmptyWorkflow(t('untitled')));
  const isFirstRun = list.rows.length === 0 && list.search === '' && !list.isLoading && list.problem === undefined;
  return (
    <main id="main" className="min-h-0 min-w-0 grow overflow-y-auto bg-panel">
      <HomeBar
        search={list.search}
        sort={sort}
        isMaking={making.isMaking}
        onSearch={list.find}
        onSort={setSort}
        onFile={setFile}
        onNew={makeNew}
      />
      {file ? (
        <ImportPanel
          key={`${file.name} ${file.lastModified} ${file.size}`}
          file={file}
          onImport={create}
          onClose={() => setFile(undefined)}
        />
      ) : null}
      <div role="alert" className="px-4 empty:hidden [&>*]:my-3">
        {making.problem ? <Notice title={t('notMade')}>{making.problem}</Notice> : null}
      </div>
      {isFirstRun ? (
        <FirstRun sample={data.sample} isDemo={data.isDemo} isMaking={making.isMaking} onNew={makeNew} />
      ) : (
        <>
          <WorkflowTable
            rows={sortRows(list.rows, sort, language)}
            deployments={data.deployments}
            actions={actions}
            nowMs={list.askedAtMs}
          />
          <ListFoot list={list} isSorted={sort !== 'saved'} />
        </>
      )}
      <TemplateCards
        templates={data.templates}
        isDemo={data.isDemo}
        isMaking={making.isMaking}
        onUse={(template, name) => void making.make(() => copyTemplate(apiClient, template.id, name))}
      />
    </main>
  );
}

/** One workflow is made at a time; then the editor opens it. */
function useMaking() {
  const router = useRouter();
  const [isMaking, setIsMaking] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function make(create: () => Promise<string>) {
    if (isMaking) return;
    setIsMaking(true);
    setProblem(undefined);
    try {
      router.push(`/workflows/${encodeURIComponent(await create())}`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setIsMaking(false);
    }
  }
  return { isMaking, problem, make };
}
