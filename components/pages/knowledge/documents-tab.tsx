'use client';
import { Plus, Search, Upload } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { uploadFile } from '#components/data/upload-file.ts';
import { useChange } from '#components/data/use-change.ts';
import { DocumentDetail } from '#components/pages/knowledge/document-detail.tsx';
import { DocumentStatus } from '#components/pages/knowledge/document-status.tsx';
import { useDocuments, useReload } from '#components/pages/knowledge/use-knowledge.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { KnowledgeBaseResource } from '#lib/api/knowledge.contract.ts';

const ACCEPTED = '.pdf,.docx,.xlsx,.csv,.tsv,.pptx,.html,.htm,.eml,.epub,.md,.markdown,.txt';
const UPLOAD_ID = 'upload-documents';

type DocumentsTabProps = { base: KnowledgeBaseResource; wantedId: string | null; wantedChunkId: string | null };

/** The documents of a base: upload, write, look into each. */
export function DocumentsTab({ base, wantedId, wantedChunkId }: DocumentsTabProps) {
  const t = useTranslations('knowledge');
  const { name } = base;
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState(wantedId);
  const [isWriting, setIsWriting] = useState(false);
  const [sending, setSending] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const reload = useReload(name);
  const { isBusy, problem, run } = useChange({ onSettled: reload });
  const documents = useDocuments(name, { search, isPending: base.pending > 0 });
  const items = documents.data?.items ?? [];

  async function upload(files: readonly File[]) {
    await run(async () => {
      try {
        for (const file of files) {
          setSending(file.name);
          const path = `knowledge/${name}/${file.name}`;
          const stored = await uploadFile({ file, path, signal: new AbortController().signal, onProgress: () => {} });
          await apiClient.writeKnowledgeDocuments({
            params: { name },
            body: { documents: [{ fileId: stored.fileId, key: path }] },
          });
        }
      } finally {
        setSending(undefined);
      }
    });
  }

  const open = openId === null ? undefined : openId;
  if (open !== undefined)
    return (
      <DocumentDetail
        key={open}
        base={base}
        documentId={open}
        wantedChunkId={open === wantedId ? wantedChunkId : null}
        onClose={() => setOpenId(null)}
      />
    );
  return (
    <div className="grid min-w-0 content-start gap-3 p-4">
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
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={ACCEPTED}
          data-upload="documents"
          onChange={(event) => {
            void upload([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <Button id={UPLOAD_ID} aria-disabled={isBusy || undefined} onClick={() => picker.current?.click()}>
          <Upload size={13} aria-hidden="true" />
          {t('upload')}
        </Button>
        <Button aria-expanded={isWriting} onClick={() => setIsWriting(!isWriting)}>
          <Plus size={13} aria-hidden="true" />
          {t('write')}
        </Button>
      </div>
      <p role="status" className={sending === undefined ? 'sr-only' : 'text-ink-2 wrap-anywhere'}>
        {sending === undefined ? '' : t('sending', { name: sending })}
      </p>
      {problem === undefined ? null : <Notice title={t('notDone')}>{problem}</Notice>}
      {isWriting ? (
        <WriteForm
          name={name}
          onWritten={async () => {
            setIsWriting(false);
            await reload();
          }}
        />
      ) : null}
      {items.length === 0 ? (
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
            </li>
          ))}
        </ul>
      )}
      {documents.data && documents.data.total > items.length ? (
        <p className="text-meta text-ink-3">{t('more', { shown: items.length, total: documents.data.total })}</p>
      ) : null}
    </div>
  );
}

function WriteForm({ name, onWritten }: { name: string; onWritten: () => Promise<void> }) {
  const t = useTranslations('knowledge');
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const { isBusy, problem, run } = useChange();
  async function write(event: FormEvent) {
    event.preventDefault();
    await run(async () => {
      const document = { key: title.trim(), title: title.trim(), text };
      await apiClient.writeKnowledgeDocuments({ params: { name }, body: { documents: [document] } });
      await onWritten();
    });
  }
  return (
    <form onSubmit={(event) => void write(event)} className="grid max-w-[80ch] gap-2 rounded-md border border-line-1 p-3">
      <Field id="document-title" label={t('fields.title')} isRequired>
        {(control) => (
          <TextInput
            {...control}
            required
            maxLength={300}
            autoComplete="off"
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <Field id="document-text" label={t('fields.text')} isRequired help={t('help.text')}>
        {(control) => <TextArea {...control} required rows={8} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
      {problem === undefined ? null : <Notice title={t('notDone')}>{problem}</Notice>}
      <div>
        <Button type="submit" look="primary" aria-disabled={isBusy || undefined}>
          {t('store')}
        </Button>
      </div>
    </form>
  );
}
