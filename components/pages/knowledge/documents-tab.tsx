'use client';
import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { UploadList } from '#components/pages/files/upload-list.tsx';
import { DocumentDetail } from '#components/pages/knowledge/document-detail.tsx';
import { DocumentStatus } from '#components/pages/knowledge/document-status.tsx';
import { DocumentIndexing } from '#components/pages/knowledge/indexing-progress.tsx';
import { DOCUMENT_KINDS, type DocumentUploads } from '#components/pages/knowledge/use-document-uploads.ts';
import { useDocuments, useReload } from '#components/pages/knowledge/use-knowledge.ts';
import { WriteDocument } from '#components/pages/knowledge/write-document.tsx';
import { Button } from '#components/ui/button.tsx';
import { FileDrop } from '#components/ui/file-drop.tsx';
import { LoadProblem } from '#components/ui/load-problem.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { UploadButtons } from '#components/ui/upload-buttons.tsx';
import type { KnowledgeBaseResource } from '#lib/api/knowledge.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

const UPLOAD_ID = 'upload-documents';
const PAGE = 100;

/** Null: none, so the list of documents is shown. */
export type WantedChunk = { readonly documentId: string | null; readonly chunkId: string | null };

type DocumentsTabProps = { base: KnowledgeBaseResource; wanted: WantedChunk; uploads: DocumentUploads };

/** The documents of a base: upload, drop, write, look into each. */
export function DocumentsTab({ base, wanted, uploads }: DocumentsTabProps) {
  const t = useTranslations('knowledge');
  const { name } = base;
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState(wanted.documentId);
  const [isWriting, setIsWriting] = useState(false);
  const [shown, setShown] = useState(PAGE);
  const [wantsFailed, setWantsFailed] = useState(false);
  const isFailed = wantsFailed && base.failed > 0;
  const reload = useReload(name);
  const documents = useDocuments(name, { search, isFailed, isPending: base.pending > 0, shown });
  const items = documents.data?.items ?? [];

  if (openId !== null)
    return (
      <DocumentDetail
        key={openId}
        base={base}
        documentId={openId}
        wantedChunkId={openId === wanted.documentId ? wanted.chunkId : null}
        onClose={() => setOpenId(null)}
      />
    );
  return (
    <FileDrop
      label={t('tabs.documents')}
      hint={t('dropHere')}
      onDrop={uploads.drop}
      className="grid min-h-60 min-w-0 content-start gap-3 p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span className="relative min-w-40 flex-1 md:max-w-72">
          <Search size={13} aria-hidden="true" className="absolute top-1.5 left-2 text-ink-3" />
          <TextInput
            type="search"
            className="pl-7"
            aria-label={t('search')}
            placeholder={t('search')}
            value={search}
            maxLength={200}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
        <UploadButtons id={UPLOAD_ID} accept={DOCUMENT_KINDS} onChoose={uploads.choose} />
        {base.failed > 0 ? (
          <Button aria-pressed={isFailed} className="text-failed aria-pressed:bg-press" onClick={() => setWantsFailed(!isFailed)}>
            {t('failedCount', { count: base.failed })}
          </Button>
        ) : null}
        <Button aria-expanded={isWriting} onClick={() => setIsWriting(!isWriting)}>
          <Plus size={13} aria-hidden="true" />
          {t('write')}
        </Button>
      </div>
      <UploadState uploads={uploads} />
      {isWriting ? (
        <WriteDocument
          name={name}
          onWritten={async () => {
            setIsWriting(false);
            await reload();
          }}
        />
      ) : null}
      <LoadProblem error={documents.error} isStale={documents.data !== undefined} onRetry={() => void documents.refetch()} />
      {documents.data === undefined ? (
        documents.error ? null : (
          <p className="text-ink-3">{t('loading')}</p>
        )
      ) : items.length === 0 ? (
        <p className="max-w-[64ch] text-ink-2">{search === '' ? t('noDocuments') : t('noneFound', { search })}</p>
      ) : (
        <ul aria-label={t('tabs.documents')} className="min-w-0 border-t border-line-1">
          {items.map((document) => (
            <li key={document.documentId} className="border-b border-line-1">
              <button
                type="button"
                data-document={document.key}
                onClick={() => setOpenId(document.documentId)}
                className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 px-1 py-2 text-left outline-offset-[-2px] hover:bg-hover"
              >
                <span className="truncate font-strong">{document.title}</span>
                <DocumentStatus document={document} />
                <code className="truncate text-meta text-ink-3">{document.key}</code>
                <span className="num text-right text-meta text-ink-3">{t('chunkCount', { count: document.chunks })}</span>
                {document.problem ? (
                  <span className="col-span-2 text-meta text-failed wrap-anywhere">{document.problem}</span>
                ) : null}
              </button>
              <div className="px-1 pb-2 empty:hidden">
                <DocumentIndexing document={document} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {documents.data && documents.data.total > items.length ? (
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-meta text-ink-3">{t('more', { shown: items.length, total: documents.data.total })}</p>
          <Button onClick={() => setShown(shown + PAGE * 2)}>{t('showMore')}</Button>
        </div>
      ) : null}
    </FileDrop>
  );
}

const MAX_NAMES = 3;

function namesOf(paths: readonly string[]): string {
  const names = paths.slice(0, MAX_NAMES).map(visibleText).join(', ');
  return paths.length > MAX_NAMES ? `${names}, …` : names;
}

function UploadState({ uploads: { uploads, leftOut, dropError } }: { uploads: DocumentUploads }) {
  const t = useTranslations('knowledge');
  return (
    <>
      <UploadList uploads={uploads} />
      <p role="status" className={leftOut.length > 0 ? 'text-ink-2 wrap-anywhere' : 'sr-only'}>
        {leftOut.length > 0 ? t('leftOut', { count: leftOut.length, names: namesOf(leftOut) }) : ''}
      </p>
      <div role="alert">{dropError ? <Notice title={t('notDropped')}>{errorMessage(dropError)}</Notice> : null}</div>
    </>
  );
}
