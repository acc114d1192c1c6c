'use client';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { contentUrl } from '#components/pages/files/file-preview.tsx';
import { Button } from '#components/ui/button.tsx';
import type { FileResource } from '#lib/api/files.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { formatSize } from '#lib/i18n/format-size.ts';

/** Restoring reads the content into the page; larger ones are downloaded and uploaded. */
const MAX_RESTORED_BYTES = 16_000_000;

type FileVersionsProps = { file: FileResource; onSaved: (file: FileResource) => Promise<void> };

/** The earlier contents of a file: each can be downloaded, and becomes the current one again as a new revision. */
export function FileVersions({ file, onSaved }: FileVersionsProps) {
  const t = useTranslations('files');
  const format = useFormatter();
  const { fileId, revision } = file;
  const params = { id: fileId };
  const { data, error } = useQuery({
    queryKey: ['files', 'versions', fileId, revision],
    queryFn: ({ signal }) => apiClient.listFileVersions({ params }, { signal }),
  });
  const { isBusy, problem, run } = useChange();
  const restore = (earlier: number) =>
    run(async () => {
      const answer = await fetch(contentUrl({ ...file, revision: earlier }, 'attachment'));
      if (!answer.ok) throw new Error(t('versionGone', { revision: earlier }));
      const content = new Uint8Array(await answer.arrayBuffer());
      await onSaved(await apiClient.replaceFileContent({ params, query: { revision }, content }));
    });
  const failure = problem ?? (error ? errorMessage(error) : undefined);
  return (
    <details className="min-w-0">
      <summary className="cursor-pointer text-ink-2">{t('versions')}</summary>
      {failure === undefined ? null : <p className="text-failed wrap-anywhere">{failure}</p>}
      {data?.items.length === 0 ? <p className="text-ink-3">{t('noVersions')}</p> : null}
      <ul className="mt-1 grid">
        {data?.items.map((version) => (
          <li
            key={version.revision}
            data-revision={version.revision}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-1 py-1"
          >
            <span className="num">{t('revision', { revision: version.revision })}</span>
            <time dateTime={version.changedAt} className="num text-meta text-ink-3">
              {format.dateTime(new Date(version.changedAt), { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })}
            </time>
            <span className="num text-meta text-ink-3">{formatSize(version.sizeBytes)}</span>
            <span className="ml-auto flex items-center gap-2">
              <a
                href={contentUrl({ ...file, revision: version.revision }, 'attachment')}
                download={file.name}
                aria-label={t('downloadRevision', { revision: version.revision })}
                className="text-accent underline"
              >
                {t('download')}
              </a>
              {version.sizeBytes > MAX_RESTORED_BYTES ? null : (
                <Button
                  look="quiet"
                  aria-disabled={isBusy || undefined}
                  aria-label={t('restoreRevision', { revision: version.revision })}
                  onClick={() => void restore(version.revision)}
                >
                  {t('restore')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
