'use client';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, RefreshCw } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AllowHost } from '#components/data/allow-host.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { readPages } from '#components/data/read-pages.ts';
import { useChange } from '#components/data/use-change.ts';
import { ChunkCard } from '#components/pages/knowledge/chunk-card.tsx';
import { DocumentStatus } from '#components/pages/knowledge/document-status.tsx';
import { DocumentWarnings } from '#components/pages/knowledge/document-warnings.tsx';
import { DocumentIndexing } from '#components/pages/knowledge/indexing-progress.tsx';
import { useReload } from '#components/pages/knowledge/use-knowledge.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { LoadProblem } from '#components/ui/load-problem.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ApiError } from '#lib/api/api-error.ts';
import type { KnowledgeBaseResource } from '#lib/api/knowledge.contract.ts';

/** Chunks on one page of the list. */
const PAGE = 50;
const WATCH_MS = 1000;
/** Chunks that are read to reach the one that a citation leads to. */
const MAX_LOOKED_THROUGH = 2000;

type Wanted = { readonly shown: number; readonly wantedId: string | null };

type DocumentDetailProps = {
  base: KnowledgeBaseResource;
  documentId: string;
  wantedChunkId: string | null;
  onClose: () => void;
};

/** One document with its chunks, each of which can be corrected. */
export function DocumentDetail({ base, documentId, wantedChunkId, onClose }: DocumentDetailProps) {
  const t = useTranslations('knowledge');
  const { name } = base;
  const params = { name, documentId };
  const [isDeleting, setIsDeleting] = useState(false);
  const [shown, setShown] = useState(PAGE);
  const reload = useReload(name);
  const { isBusy, problem, run } = useChange({ onSettled: reload });
  const {
    data: document,
    error,
    refetch,
  } = useQuery({
    queryKey: ['knowledge', name, 'document', documentId],
    queryFn: ({ signal }) => apiClient.getKnowledgeDocument({ params }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'queued' || state.data?.status === 'indexing' ? WATCH_MS : false),
  });
  const chunks = useQuery({
    // Read again once the document has been indexed.
    queryKey: ['knowledge', name, 'chunks', documentId, document?.indexedAt, document?.chunks, shown],
    queryFn: ({ signal }) => readChunks(params, { shown, wantedId: wantedChunkId }, signal),
    placeholderData: (before) => before,
    enabled: document !== undefined,
  });
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <div className="grid min-w-0 content-start gap-3 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button look="quiet" onClick={onClose}>
          <ArrowLeft size={13} aria-hidden="true" />
          {t('back')}
        </Button>
        {document ? (
          <span className="ml-auto flex flex-wrap gap-2">
            <Button
              aria-disabled={isBusy || undefined}
              onClick={() =>
                void run(() => apiClient.updateKnowledgeDocument({ params, body: { isEnabled: !document.isEnabled } }))
              }
            >
              {document.isEnabled ? t('switchOff') : t('switchOn')}
            </Button>
            <Button
              aria-disabled={isBusy || undefined}
              onClick={() => void run(() => apiClient.indexKnowledgeDocument({ params }))}
            >
              <RefreshCw size={13} aria-hidden="true" />
              {t('reindex')}
            </Button>
            <Button id="delete-document" look="quiet" onClick={() => setIsDeleting(true)}>
              {t('delete')}
            </Button>
          </span>
        ) : null}
      </div>
      {isGone ? (
        <p className="text-ink-2">{t('documentGone')}</p>
      ) : (
        <LoadProblem error={error} isStale={document !== undefined} onRetry={() => void refetch()} />
      )}
      {document === undefined && !error ? <p className="text-ink-3">{t('loading')}</p> : null}
      <FailureNotice title={t('notDone')}>{problem}</FailureNotice>
      {document ? (
        <>
          <h3 className="flex flex-wrap items-center gap-2 text-name font-title">
            <span className="min-w-0 wrap-anywhere">{document.title}</span>
            <DocumentStatus document={document} />
          </h3>
          {document.problem ? (
            <Notice title={t('notIndexed')}>
              <p>{document.problem}</p>
              <AllowHost
                host={document.privateHost}
                onAllowed={() => void run(() => apiClient.indexKnowledgeDocument({ params }))}
              />
            </Notice>
          ) : null}
          <DocumentWarnings warnings={document.warnings} />
          <DocumentIndexing document={document} />
          <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-meta">
            <Fact name={t('fields.key')} value={document.key} />
            {document.url ? <Fact name={t('fields.url')} value={document.url} href={document.url} /> : null}
            {document.runId ? <Fact name={t('fields.run')} value={document.runId} href={`/runs/${document.runId}`} /> : null}
            {Object.keys(document.metadata).length > 0 ? (
              <Fact name={t('fields.metadata')} value={JSON.stringify(document.metadata)} />
            ) : null}
          </dl>
          <h4 className="font-strong text-ink-2">{t('chunks', { count: document.chunks })}</h4>
          <LoadProblem error={chunks.error} isStale={chunks.data !== undefined} onRetry={() => void chunks.refetch()} />
          <ol className="grid min-w-0 gap-2">
            {chunks.data?.items.map((chunk) => (
              <ChunkCard
                key={chunk.chunkId}
                base={base}
                chunk={chunk}
                isWanted={chunk.chunkId === wantedChunkId}
                onChanged={reload}
              />
            ))}
          </ol>
          {chunks.data?.hasMore ? (
            <div>
              <Button onClick={() => setShown(shown + PAGE)}>{t('showMore')}</Button>
            </div>
          ) : null}
        </>
      ) : null}
      <ConfirmDialog
        isOpen={isDeleting}
        title={t('deleteDocumentTitle', { title: document?.title ?? '' })}
        cancelLabel={t('cancel')}
        confirmLabel={t('delete')}
        focusAfterId="upload-documents"
        onConfirm={() => {
          setIsDeleting(false);
          void run(async () => {
            await apiClient.deleteKnowledgeDocument({ params });
            onClose();
          });
        }}
        onCancel={() => setIsDeleting(false)}
      >
        {t('deleteDocumentText')}
      </ConfirmDialog>
    </div>
  );
}

/** As many as are shown, or to the chunk that a citation leads to. */
function readChunks(params: { name: string; documentId: string }, { shown, wantedId }: Wanted, signal: AbortSignal) {
  return readPages(
    (cursor) =>
      apiClient.listKnowledgeChunks({ params, query: { limit: PAGE, ...(cursor !== undefined && { cursor }) } }, { signal }),
    (all) =>
      all.length >= shown &&
      (wantedId === null || all.length >= MAX_LOOKED_THROUGH || all.some(({ chunkId }) => chunkId === wantedId)),
  );
}

function Fact({ name, value, href }: { name: string; value: string; href?: string }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {href === undefined ? (
          value
        ) : (
          <Link
            href={href}
            prefetch={false}
            className="text-accent underline"
            {...(href.startsWith('/') ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' })}
          >
            {value}
          </Link>
        )}
      </dd>
    </>
  );
}
