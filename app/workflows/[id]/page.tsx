import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { createTranslator } from 'use-intl/core';
import { loadEditorPage } from '#app/load-editor-page.ts';
import { readSettings } from '#app/read-settings.ts';
import { problemsAtOpening } from '#components/editor/document/problems-at-opening.ts';
import { EditorPage } from '#components/pages/editor/editor-page.tsx';
import { ApiDown } from '#components/shell/api-down.tsx';
import { TopBar } from '#components/shell/top-bar.tsx';
import { UnreadableWorkflow } from '#components/shell/unreadable-workflow.tsx';
import { messagesFor } from '#lib/i18n/messages.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

export const dynamic = 'force-dynamic';

type PageProps = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const [{ language }, data] = await Promise.all([readSettings(), params.then(({ id }) => loadEditorPage(id))]);
  if (data?.status !== 'found') return {};
  const t = createTranslator({ locale: language, messages: messagesFor(language), namespace: 'home' });
  return { title: t('workflowTitle', { name: visibleText(data.workflow.document.name) }) };
}

export default async function Page({ params }: PageProps) {
  const data = await loadEditorPage((await params).id);
  if (data?.status === 'missing') notFound();
  if (data?.status === 'found') {
    const { status: _, workflow, ...rest } = data;
    return <EditorPage key={workflow.id} workflow={workflow} problems={problemsAtOpening(workflow.document)} {...rest} />;
  }
  return (
    <div className="flex grow flex-col">
      <TopBar />
      {data ? <UnreadableWorkflow message={data.message} /> : <ApiDown />}
    </div>
  );
}
