import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { createTranslator } from 'use-intl/core';
import { askApi, unlessMissing } from '#app/ask-api.ts';
import { readSettings } from '#app/read-settings.ts';
import { GraphPage } from '#components/pages/graph/graph-page.tsx';
import { loadGraph } from '#components/pages/graph/load-graph.ts';
import { ApiDown } from '#components/shell/api-down.tsx';
import { UnreadableWorkflow } from '#components/shell/unreadable-workflow.tsx';
import { ApiError } from '#lib/api/api-error.ts';
import { messagesFor } from '#lib/i18n/messages.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

export const dynamic = 'force-dynamic';

type PageProps = { params: Promise<{ id: string }> };

/** Cached per request, for the title and the content. Undefined when the API cannot be reached. */
const load = cache((workflowId: string) =>
  askApi(async (client) => {
    try {
      return { found: await unlessMissing(loadGraph(client, workflowId)) };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'workflow-invalid') return { unreadable: error.message };
      if (error instanceof ApiError && error.code === 'body-invalid') return {};
      throw error;
    }
  }),
);

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const [{ language }, data] = await Promise.all([readSettings(), params.then(({ id }) => load(id))]);
  if (!data?.found) return {};
  const t = createTranslator({ locale: language, messages: messagesFor(language), namespace: 'graph' });
  return { title: t('pageTitle', { name: visibleText(data.found.document.name) }) };
}

export default async function Page({ params }: PageProps) {
  const data = await load((await params).id);
  if (!data) return <ApiDown />;
  if (data.unreadable !== undefined) return <UnreadableWorkflow message={data.unreadable} />;
  if (!data.found) notFound();
  return <GraphPage data={data.found} />;
}
