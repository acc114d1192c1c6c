'use client';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Uploads } from '#components/pages/files/use-uploads.ts';
import { Button } from '#components/ui/button.tsx';
import { formatSize } from '#lib/i18n/format-size.ts';

/** Uploads in progress and failed ones. */
export function UploadList({ uploads: { list, remove } }: { uploads: Uploads }) {
  const t = useTranslations('files');
  return (
    <section aria-label={t('uploads')} aria-live="polite" className={list.length === 0 ? '' : 'border-b border-line-1 px-4 py-2'}>
      <ul className="grid gap-1">
        {list.map(({ key, name, sizeBytes, sentBytes, state, problem }) => (
          <li key={key} data-upload={name} className="flex min-h-6 items-center gap-3">
            <span className="min-w-0 grow truncate">{name}</span>
            {state === 'failed' ? (
              <span className="min-w-0 text-failed wrap-anywhere">{problem}</span>
            ) : (
              <>
                <progress
                  aria-label={t('progressOf', { name })}
                  max={Math.max(sizeBytes, 1)}
                  {...(sentBytes > 0 && { value: sentBytes })}
                  className="h-1.5 w-24 shrink-0 accent-(--accent)"
                />
                <span className="num w-36 shrink-0 text-right text-ink-3 max-md:hidden">
                  {state === 'waiting' ? t('waiting') : `${formatSize(sentBytes)} / ${formatSize(sizeBytes)}`}
                </span>
              </>
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
