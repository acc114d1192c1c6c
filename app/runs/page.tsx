import type { Metadata } from 'next';
import { createTranslator } from 'use-intl/core';
import { loadRunsPage } from '#app/load-runs-page.ts';
import { readSettings } from '#app/read-settings.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { readFilters } from '#components/pages/runs/run-filters.ts';
import { RunsPage } from '#components/pages/runs/runs-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';
import { messagesFor } from '#lib/i18n/messages.ts';

export const dynamic = 'force-dynamic';

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  const { language } = await readSettings();
  const t = createTranslator({ locale: language, messages: messagesFor(language), namespace: 'runs' });
  return { title: t('pageTitle') };
}

export default async function Page({ searchParams }: PageProps) {
  const params = await searchParams;
  const one = (name: string) => [params[name]].flat()[0] ?? null;
  const data = await loadRunsPage(readFilters({ get: one }));
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      {data ? (
        <PageQueries>
          <RunsPage data={data} />
        </PageQueries>
      ) : (
        <ApiDown />
      )}
    </div>
  );
}
