import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Suspense } from 'react';
import { createTranslator } from 'use-intl/core';
import { loadStartPage } from '#app/load-home-page.ts';
import { loadRunPage } from '#app/load-run-page.ts';
import { oneParameter } from '#app/one-parameter.ts';
import { readSettings } from '#app/read-settings.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import type { StartData } from '#components/pages/start/start-data.ts';
import { StartPage } from '#components/pages/start/start-page.tsx';
import { RunPage } from '#components/pages/try/run-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';
import { DemoLabel } from '#components/shell/demo-label.tsx';
import { PageLoading } from '#components/shell/page-loading.tsx';
import { TopBar } from '#components/shell/top-bar.tsx';
import { messagesFor } from '#lib/i18n/messages.ts';

export const dynamic = 'force-dynamic';

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const [{ runId, isRunPage }, { language }] = await Promise.all([readChosen(searchParams), readSettings()]);
  const messages = messagesFor(language);
  const t = createTranslator({ locale: language, messages, namespace: 'app' });
  const tRail = createTranslator({ locale: language, messages, namespace: 'rail' });
  if (runId !== undefined) return { title: t('runTitle', { id: runId }) };
  return { title: isRunPage ? t('title') : tRail('pageTitle', { name: tRail('pages.start') }) };
}

/** The start page; with `?template=` the form of a template, with the run of `?run=`. */
export default async function Page({ searchParams }: PageProps) {
  const chosen = await readChosen(searchParams);
  if (chosen.runId !== undefined && !chosen.isRunPage) redirect(`/runs/${encodeURIComponent(chosen.runId)}`);
  if (chosen.isRunPage) {
    const data = await loadRunPage(chosen);
    return (
      <div className="flex grow flex-col md:h-dvh">
        <TopBar>{data?.isDemo ? <DemoLabel /> : null}</TopBar>
        {data ? <RunPage data={data} /> : <ApiDown />}
      </div>
    );
  }
  return (
    <Suspense fallback={<PageLoading page="start" />}>
      <Start asked={loadStartPage()} />
    </Suspense>
  );
}

async function Start({ asked }: { asked: Promise<StartData | undefined> }) {
  const data = await asked;
  return data ? (
    <PageQueries>
      <StartPage data={data} />
    </PageQueries>
  ) : (
    <ApiDown />
  );
}

async function readChosen(searchParams: PageProps['searchParams']) {
  const { template, run } = await searchParams;
  return { templateId: oneParameter(template), runId: oneParameter(run), isRunPage: template !== undefined };
}
