'use client';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { fileKind } from '#components/pages/files/file-kind.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import type { FileResource } from '#lib/api/files.contract.ts';

const ArtifactPages = lazyPart(async () => (await import('#components/artifacts/artifact-pages.tsx')).ArtifactPages);
const TextPreview = lazyPart(async () => (await import('#components/pages/files/text-preview.tsx')).TextPreview);

/** Address of the content of a file. */
export function contentUrl({ fileId, revision }: FileResource, disposition: 'inline' | 'attachment'): string {
  return `/api/v1/files/${encodeURIComponent(fileId)}/content?disposition=${disposition}&revision=${revision}`;
}

type FilePreviewProps = { file: FileResource; onSaved: (file: FileResource) => Promise<void> };

/** A file as far as a browser can show it safely: nothing of it is run. */
export function FilePreview({ file, onSaved }: FilePreviewProps) {
  const t = useTranslations('files');
  const url = contentUrl(file, 'inline');
  const label = t('previewOf', { name: file.name });
  switch (fileKind(file)) {
    case 'text':
      return (
        <Suspense fallback={<p className="text-ink-3">{t('loading')}</p>}>
          <TextPreview key={`${file.fileId}/${file.revision}`} file={file} onSaved={onSaved} />
        </Suspense>
      );
    case 'image':
      return (
        // biome-ignore lint/performance/noImgElement: the server sends the file as it is
        <img
          src={url}
          alt={label}
          className="max-h-[60vh] max-w-full self-start rounded-control border border-line-1 bg-sunken object-contain"
        />
      );
    case 'pdf':
      return (
        <iframe src={url} title={label} className="min-h-[60vh] w-full grow rounded-control border border-line-1 bg-sunken" />
      );
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: files of people have no captions
      return <audio src={url} controls aria-label={label} className="w-full" />;
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: files of people have no captions
      return <video src={url} controls aria-label={label} className="max-h-[60vh] w-full rounded-control bg-sunken" />;
    case 'other':
      return (
        <div className="flex min-h-60 min-w-0 grow flex-col rounded-control border border-line-1">
          <Suspense fallback={<p className="p-4 text-ink-3">{t('loading')}</p>}>
            <ArtifactPages
              file={file}
              revision={file.revision}
              isNewest
              onRevised={async () => onSaved(await apiClient.getFile({ params: { id: file.fileId } }))}
            />
          </Suspense>
        </div>
      );
  }
}
