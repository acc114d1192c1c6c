'use client';
import { Copy, Download, FolderInput, Link2, Trash2, X } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { contentUrl, FilePreview } from '#components/pages/files/file-preview.tsx';
import { FileVersions } from '#components/pages/files/file-versions.tsx';
import { Button, linkButton } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { FileResource } from '#lib/api/files.contract.ts';
import { formatSize } from '#lib/i18n/format-size.ts';

type FileDetailProps = {
  file: FileResource;
  onClose: () => void;
  onMove: () => void;
  onCopy: () => void;
  onDelete: () => void;
  onSaved: (file: FileResource) => Promise<void>;
};

/** One file: what it is, what can be done with it, and its preview. */
export function FileDetail({ file, onClose, onMove, onCopy, onDelete, onSaved }: FileDetailProps) {
  const t = useTranslations('files');
  const { runId } = file.source;
  return (
    <article aria-labelledby="file-title" className="flex min-h-0 grow flex-col gap-3 p-4">
      <header className="flex items-start gap-2">
        <h2 id="file-title" className="min-w-0 grow text-title font-title wrap-anywhere">
          {file.name}
        </h2>
        <Button look="quiet" size="icon" aria-label={t('close')} onClick={onClose}>
          <X size={14} aria-hidden="true" />
        </Button>
      </header>
      <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-ink-3">
        <span className="num">{formatSize(file.sizeBytes)}</span>
        <span className="wrap-anywhere">{file.mediaType}</span>
        <span>{t('revision', { revision: file.revision })}</span>
        {runId === null ? null : (
          <Link href={`/runs/${runId}`} prefetch={false} className="text-accent underline">
            {t('fromRun')}
          </Link>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <a href={contentUrl(file, 'attachment')} download={file.name} className={linkButton}>
          <Download size={14} aria-hidden="true" />
          {t('download')}
        </a>
        <Button id="move-file" onClick={onMove}>
          <FolderInput size={14} aria-hidden="true" />
          {t('move')}
        </Button>
        <Button id="copy-file" onClick={onCopy}>
          <Copy size={14} aria-hidden="true" />
          {t('copy')}
        </Button>
        <Button look="quiet" className="text-failed!" onClick={onDelete}>
          <Trash2 size={14} aria-hidden="true" />
          {t('delete')}
        </Button>
      </div>
      <SharedLink key={`${file.fileId}/${file.revision}`} file={file} />
      {file.revision > 1 ? <FileVersions key={file.fileId} file={file} onSaved={onSaved} /> : null}
      <FilePreview file={file} onSaved={onSaved} />
    </article>
  );
}

/** A signed address that works for an hour, without sign-in. */
function SharedLink({ file }: { file: FileResource }) {
  const t = useTranslations('files');
  const [url, setUrl] = useState<string>();
  const { isBusy, problem, run } = useChange();
  const make = () =>
    run(async () => {
      const link = await apiClient.createFileLink({ params: { id: file.fileId }, body: {} });
      setUrl(new URL(link.url, location.href).href);
    });
  if (url === undefined)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Button look="quiet" aria-disabled={isBusy} onClick={() => void make()}>
          <Link2 size={14} aria-hidden="true" />
          {t('makeLink')}
        </Button>
        {problem === undefined ? null : <span className="text-failed">{problem}</span>}
      </div>
    );
  return (
    <div className="grid gap-1">
      <div className="flex gap-2">
        <TextInput readOnly aria-label={t('link')} value={url} className="font-mono text-meta" />
        <CopyButton text={url} label={t('copyLink')} />
      </div>
      <p className="text-meta text-ink-3">{t('linkText')}</p>
    </div>
  );
}
