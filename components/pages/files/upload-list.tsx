'use client';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Upload, UploadBatch, Uploads } from '#components/pages/files/use-uploads.ts';
import { Button } from '#components/ui/button.tsx';
import { Progress } from '#components/ui/progress.tsx';
import { formatPartOfSize, formatSize } from '#lib/i18n/format-size.ts';

/** Uploads in progress and failed ones; of several files also how far all of them are. */
export function UploadList({ uploads: { list, batch, remove } }: { uploads: Uploads }) {
  const t = useTranslations('files');
  const isSending = list.some(({ state }) => state !== 'failed');
  return (
    <section aria-label={t('uploads')} className={list.length === 0 ? '' : 'grid gap-2 border-b border-line-1 px-4 py-2'}>
      {isSending && batch.files > 1 ? <BatchProgress batch={batch} /> : null}
      <ul aria-live="polite" className="grid gap-1">
        {list.map(({ key, name, sizeBytes, sentBytes, state, problem }) => (
          <li key={key} data-upload={name} className="flex min-h-6 items-center gap-3">
            <span className="min-w-0 grow truncate">{name}</span>
            {state === 'failed' ? (
              <span className="min-w-0 text-failed wrap-anywhere">{problem}</span>
            ) : state === 'waiting' ? (
              <span className="num shrink-0 text-meta text-ink-3">
                {t('waiting')} · {formatSize(sizeBytes)}
              </span>
            ) : (
              <UploadProgress upload={{ name, sizeBytes, sentBytes }} />
            )}
            <Button look="quiet" size="icon" aria-label={t('removeUpload', { name })} onClick={() => remove(key)}>
              <X size={14} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function UploadProgress({ upload }: { upload: Pick<Upload, 'name' | 'sizeBytes' | 'sentBytes'> }) {
  const t = useTranslations('files');
  const progress = useTranslations('progress');
  const { name, sizeBytes, sentBytes } = upload;
  const [done, total] = formatPartOfSize(Math.min(sentBytes, sizeBytes), sizeBytes);
  return (
    // Its words change all the time.
    <span aria-live="off" className="shrink-0">
      <Progress
        look="line"
        isAtOnce
        label={t('progressOf', { name })}
        work={{ done: sentBytes, total: Math.max(sizeBytes, 1) }}
        amount={progress('ofTotal', { done, total })}
      />
    </span>
  );
}

function BatchProgress({ batch: { storedFiles, files, sentBytes, sizeBytes } }: { batch: UploadBatch }) {
  const t = useTranslations('files');
  const progress = useTranslations('progress');
  const [sent, size] = formatPartOfSize(sentBytes, sizeBytes);
  const amount = progress('files', { done: storedFiles, total: files, sent, size });
  return <Progress label={t('uploads')} work={{ done: sentBytes, total: Math.max(sizeBytes, 1) }} amount={amount} />;
}
