import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { createTranslator } from 'use-intl/core';
import { loadTracePage } from '#app/load-trace-page.ts';
import { readSettings } from '#app/read-settings.ts';
import { PageQueries } from '#components/data/page-queries.tsx';
import { TracePage } from '#components/pages/trace/trace-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';
import { messagesFor } from '#lib/i18n/messages.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

export const dynamic = 'force-dynamic';

type PageProps = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const [{ language }, { id }] = await Promise.all([readSettings(), params]);
  const t = createTranslator({ locale: language, messages: messagesFor(language), namespace: 'app' });
  return { title: t('runTitle', { id: visibleText(decodeURIComponent(id)) }) };
}

export default async function Page({ params }: PageProps) {
  const id = decodeURIComponent((await params).id);
  const data = await loadTracePage(id);
  if (data === 'missing') notFound();
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      {data ? (
        <PageQueries>
          <TracePage key={id} data={data} />
        </PageQueries>
      ) : (
        <ApiDown />
      )}
    </div>
  );
}
