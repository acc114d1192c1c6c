import type { Metadata } from 'next';
import { createTranslator } from 'use-intl/core';
import { loadRunPage } from '#app/load-run-page.ts';
import { readSettings } from '#app/read-settings.ts';
import { RunPage } from '#components/run/run-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';
import { DemoLabel } from '#components/shell/demo-label.tsx';
import { TopBar } from '#components/shell/top-bar.tsx';
import { messagesFor } from '#lib/i18n/messages.ts';

export const dynamic = 'force-dynamic';

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const { runId } = await readChosen(searchParams);
  if (runId === undefined) return {};
  const { language } = await readSettings();
  const t = createTranslator({ locale: language, messages: messagesFor(language), namespace: 'app' });
  return { title: t('runTitle', { id: runId }) };
}

export default async function Page({ searchParams }: PageProps) {
  const chosen = await readChosen(searchParams);
  const [{ theme }, data] = await Promise.all([readSettings(), loadRunPage(chosen)]);
  return (
    <div className="flex min-h-dvh flex-col md:h-dvh">
      <TopBar theme={theme}>{data?.isDemo ? <DemoLabel /> : null}</TopBar>
      {data ? <RunPage data={data} /> : <ApiDown />}
    </div>
  );
}

async function readChosen(searchParams: PageProps['searchParams']) {
  const { template, run } = await searchParams;
  return { templateId: one(template), runId: one(run) };
}

function one(value: string | string[] | undefined): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return first === '' ? undefined : first;
}
