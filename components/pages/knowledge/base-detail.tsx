'use client';
import { MessagesSquare } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { BaseForm, type Endpoints } from '#components/pages/knowledge/base-form.tsx';
import { DocumentsTab, type WantedChunk } from '#components/pages/knowledge/documents-tab.tsx';
import { BaseIndexing } from '#components/pages/knowledge/indexing-progress.tsx';
import { SourcesTab } from '#components/pages/knowledge/sources-tab.tsx';
import { TestTab } from '#components/pages/knowledge/test-tab.tsx';
import { useDocumentUploads } from '#components/pages/knowledge/use-document-uploads.ts';
import { useReload } from '#components/pages/knowledge/use-knowledge.ts';
import { useMaking } from '#components/pages/templates/use-making.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import type { KnowledgeBaseResource } from '#lib/api/knowledge.contract.ts';
import { knowledgeToolId } from '#lib/tools/knowledge-tool.ts';
import { makeAnswerWorkflow } from '#lib/workflow/make-answer-workflow.ts';

const tabs = ['documents', 'test', 'sources', 'settings'] as const;

type BaseDetailProps = { base: KnowledgeBaseResource; endpoints: Endpoints; onDeleted: () => Promise<void> };

/** One base: its documents, a test bench, its sources and settings. */
export function BaseDetail({ base, endpoints, onDeleted }: BaseDetailProps) {
  const t = useTranslations('knowledge');
  const query = useSearchParams();
  const [tab, setTab] = useState<(typeof tabs)[number]>('documents');
  const [wanted, setWanted] = useState<WantedChunk>({ documentId: query.get('document'), chunkId: query.get('chunk') });
  const [isDeleting, setIsDeleting] = useState(false);
  const reload = useReload(base.name);
  const change = useChange({ onSettled: reload });
  // Here, so that they stay in sight while another tab was open.
  const uploads = useDocumentUploads(base, reload);
  // Nothing of a deleted base is read again.
  const deletion = useChange();
  const making = useMaking();
  const problem = change.problem ?? deletion.problem ?? making.problem;
  const { name, title, description, documents, chunks, isEnabled } = base;
  const params = { name };
  return (
    <article className="grid min-w-0 content-start">
      <header className="grid gap-2 border-b border-line-1 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="min-w-0 text-title font-title wrap-anywhere">{title}</h2>
          <code className="text-meta text-ink-3">{knowledgeToolId(name)}</code>
          <span className="num text-meta text-ink-3">
            {t('documentCount', { count: documents })} · {t('chunkCount', { count: chunks })}
          </span>
          <span className="ml-auto flex flex-wrap gap-2">
            <Button
              look={documents > 0 ? 'primary' : 'plain'}
              aria-disabled={making.isMaking || undefined}
              onClick={() =>
                void making.make(
                  async () => (await apiClient.createWorkflow({ body: makeAnswerWorkflow({ name: title, base: name }) })).id,
                )
              }
            >
              <MessagesSquare size={13} aria-hidden="true" />
              {t('chat')}
            </Button>
            <Button
              onClick={() => void change.run(() => apiClient.updateKnowledgeBase({ params, body: { isEnabled: !isEnabled } }))}
            >
              {isEnabled ? t('switchOff') : t('switchOn')}
            </Button>
            <Button id="delete-base" look="quiet" onClick={() => setIsDeleting(true)}>
              {t('delete')}
            </Button>
          </span>
        </div>
        {description === '' ? null : <p className="max-w-[80ch] text-ink-2 wrap-anywhere">{description}</p>}
        {base.embedding !== null && !endpoints.hasVectors ? <Notice title={t('onlyByWords')}>{t('noVectors')}</Notice> : null}
        <FailureNotice title={t('notDone')}>{problem}</FailureNotice>
        <BaseIndexing base={base} />
        <div>
          <Segmented
            label={t('view')}
            value={tab}
            options={tabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
            onChange={(next) => {
              setWanted({ documentId: null, chunkId: null });
              setTab(next);
            }}
          />
        </div>
      </header>
      {tab === 'documents' ? <DocumentsTab base={base} wanted={wanted} uploads={uploads} /> : null}
      {tab === 'test' ? (
        <TestTab
          base={base}
          onOpen={(chunk) => {
            setWanted(chunk);
            setTab('documents');
          }}
        />
      ) : null}
      {tab === 'sources' ? <SourcesTab base={base} /> : null}
      {tab === 'settings' ? <BaseForm base={base} endpoints={endpoints} onSaved={reload} /> : null}
      <ConfirmDialog
        isOpen={isDeleting}
        title={t('deleteTitle', { title })}
        cancelLabel={t('cancel')}
        confirmLabel={t('delete')}
        focusAfterId="add-base"
        onConfirm={() => {
          setIsDeleting(false);
          void deletion.run(async () => {
            await apiClient.deleteKnowledgeBase({ params });
            await onDeleted();
          });
        }}
        onCancel={() => setIsDeleting(false)}
      >
        {t('deleteText', { count: documents })}
      </ConfirmDialog>
    </article>
  );
}
