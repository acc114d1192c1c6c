'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { Button } from '#components/ui/button.tsx';
import { controlLook } from '#components/ui/control-look.ts';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { FileResource } from '#lib/api/files.contract.ts';

type TextPreviewProps = { file: FileResource; onSaved: (file: FileResource) => Promise<void> };

/** A text, which can be edited in place. A file that was changed meanwhile is not overwritten. */
export function TextPreview({ file, onSaved }: TextPreviewProps) {
  const t = useTranslations('files');
  const { fileId, revision } = file;
  const { data: stored, error } = useQuery({
    queryKey: ['file-text', fileId, revision],
    queryFn: async ({ signal }) => (await apiClient.downloadFile({ params: { id: fileId } }, { signal })).text(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [edited, setEdited] = useState<string>();
  const { isBusy, problem, run } = useChange();
  const save = () =>
    run(async () => {
      await onSaved(await apiClient.replaceFileContent({ params: { id: fileId }, query: { revision }, content: edited ?? '' }));
      setEdited(undefined);
    });
  if (error) return <Notice title={t('notShown')}>{error.message}</Notice>;
  if (stored === undefined) return <p className="text-ink-3">{t('loading')}</p>;
  const isChanged = edited !== undefined && edited !== stored;
  return (
    <div className="flex min-h-0 grow flex-col gap-2">
      <textarea
        aria-label={t('textOf', { name: file.name })}
        value={edited ?? stored}
        spellCheck={false}
        onChange={(event) => setEdited(event.target.value)}
        className={`${controlLook} min-h-60 grow resize-none py-2 font-mono text-meta leading-5`}
      />
      <FailureNotice title={t('notSaved')}>{problem}</FailureNotice>
      {isChanged ? (
        <div className="flex justify-end gap-2">
          <Button onClick={() => setEdited(undefined)}>{t('discard')}</Button>
          <Button look="primary" aria-disabled={isBusy} onClick={() => void save()}>
            {t('save')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
