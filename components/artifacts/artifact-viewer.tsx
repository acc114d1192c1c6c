'use client';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ArtifactPages } from '#components/artifacts/artifact-pages.tsx';
import { ArtifactQueries } from '#components/artifacts/artifact-queries.tsx';
import { DownloadButton } from '#components/artifacts/download-button.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { formatSize } from '#lib/i18n/format-size.ts';

type ArtifactViewerProps = {
  artifactId: string;
  /** The page that is shown first, counted from 0. @defaultValue 0 */
  page?: number;
  onClose: () => void;
};

/** An artifact in a dialog: its versions, and its pages. */
export function ArtifactViewer(props: ArtifactViewerProps) {
  return (
    <ArtifactQueries>
      <Viewer {...props} />
    </ArtifactQueries>
  );
}

function Viewer({ artifactId, page = 0, onClose }: ArtifactViewerProps) {
  const t = useTranslations('artifacts');
  const params = { id: artifactId };
  const [chosen, setChosen] = useState<number>();
  const file = useQuery({
    queryKey: ['artifact', artifactId],
    queryFn: ({ signal }) => apiClient.getFile({ params }, { signal }),
    staleTime: 0,
  });
  const newest = file.data?.revision;
  const versions = useQuery({
    queryKey: ['artifact-versions', artifactId, newest],
    queryFn: ({ signal }) => apiClient.listFileVersions({ params }, { signal }),
    enabled: newest !== undefined && newest > 1,
  });
  const revision = chosen ?? newest;
  const kept = [...(newest === undefined ? [] : [newest]), ...(versions.data?.items.map((one) => one.revision) ?? [])];
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-(--scrim)" />
        <Dialog.Content
          aria-describedby={undefined}
          data-part="artifact-viewer"
          className="fixed top-1/2 left-1/2 z-30 flex h-[min(860px,calc(100dvh-24px))] w-[min(1180px,calc(100vw-24px))] -translate-x-1/2 -translate-y-1/2 flex-col rounded-menu bg-panel [box-shadow:var(--shadow-dialog)]"
        >
          <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-1 py-2 pr-2 pl-4">
            <Dialog.Title className="min-w-0 grow basis-24 text-name font-title wrap-anywhere">
              {file.data?.name ?? t('loading')}
            </Dialog.Title>
            {file.data ? <span className="num text-meta text-ink-3">{formatSize(file.data.sizeBytes)}</span> : null}
            {kept.length > 1 && revision !== undefined ? (
              <span className="w-28">
                <Select
                  aria-label={t('versions')}
                  value={String(revision)}
                  onChange={({ target }) => setChosen(Number(target.value) === newest ? undefined : Number(target.value))}
                >
                  {kept.map((one) => (
                    <option key={one} value={String(one)}>
                      {t('version', { version: one })}
                    </option>
                  ))}
                </Select>
              </span>
            ) : null}
            {file.data ? (
              <DownloadButton artifactId={artifactId} name={file.data.name} revision={revision ?? file.data.revision} />
            ) : null}
            <Button look="quiet" size="icon" aria-label={t('close')} onClick={onClose}>
              <X size={14} aria-hidden="true" />
            </Button>
          </header>
          <div className="flex min-h-0 grow flex-col">
            {file.error ? (
              <div className="p-4">
                <Notice title={t('notShown')}>{file.error.message}</Notice>
              </div>
            ) : null}
            {file.data && revision !== undefined ? (
              <ArtifactPages
                file={file.data}
                revision={revision}
                firstShown={page}
                isNewest={revision === newest}
                onRevised={async () => {
                  setChosen(undefined);
                  await file.refetch();
                }}
              />
            ) : null}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
