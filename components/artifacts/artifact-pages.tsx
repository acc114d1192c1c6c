'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ArtifactPicture } from '#components/artifacts/artifact-picture.tsx';
import { SlideDeck } from '#components/artifacts/slide-deck.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { pageCredential } from '#components/data/page-credential.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { ArtifactPreview } from '#lib/api/artifacts.contract.ts';
import type { FileResource } from '#lib/api/files.contract.ts';

type ArtifactPagesProps = {
  file: FileResource;
  revision: number;
  /** The page that is shown first, counted from 0. @defaultValue 0 */
  firstShown?: number;
  /** Slides of the newest version only can be made again. */
  isNewest: boolean;
  onRevised: () => Promise<void>;
};

/** The pages of a document, as far as a browser can show them safely: nothing of the file is run. */
export function ArtifactPages({ file, revision, firstShown = 0, isNewest, onRevised }: ArtifactPagesProps) {
  const t = useTranslations('artifacts');
  const { fileId, name, mediaType } = file;
  // A frame could not carry the credential of a hosted page: there its text is shown.
  const isPdf = mediaType === 'application/pdf' && pageCredential() === undefined;
  const { data, error } = useQuery({
    queryKey: ['artifact-preview', fileId, revision],
    queryFn: ({ signal }) => apiClient.previewArtifact({ params: { id: fileId }, query: { revision } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !isPdf,
  });
  if (isPdf) {
    const url = `/api/v1/files/${encodeURIComponent(fileId)}/content?disposition=inline&revision=${revision}`;
    return <iframe src={url} title={t('previewOf', { name })} className="min-h-80 w-full grow bg-sunken" />;
  }
  if (error)
    return (
      <div className="p-4">
        <Notice title={t('notShown')}>{error.message}</Notice>
      </div>
    );
  if (!data) return <p className="p-4 text-ink-3">{t('loading')}</p>;
  if (data.type === 'slides')
    return (
      <SlideDeck
        preview={data}
        name={name}
        firstShown={firstShown}
        canRevise={isNewest && data.canRegenerate}
        onRevised={onRevised}
      />
    );
  return <Pages preview={data} name={name} />;
}

function Pages({ preview, name }: { preview: ArtifactPreview; name: string }) {
  const t = useTranslations('artifacts');
  if (preview.type === 'other') return <p className="p-4 text-ink-2">{t('noPreview')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard, too
    <section tabIndex={0} aria-label={t('previewOf', { name })} className="grid content-start gap-4 overflow-y-auto p-4">
      {preview.pages.map(({ index, title, thumbnailUrl, content }) => (
        <article key={index} className="grid min-w-0 gap-1">
          {preview.type === 'document' ? (
            <h3 className="text-meta font-strong text-ink-2">{title === '' ? t('page', { page: index + 1 }) : title}</h3>
          ) : null}
          {thumbnailUrl === null ? (
            <pre
              className={`min-w-0 whitespace-pre-wrap wrap-anywhere ${preview.type === 'text' ? 'font-mono text-meta leading-5' : 'font-ui text-body leading-5'}`}
            >
              {content}
            </pre>
          ) : (
            <ArtifactPicture
              url={thumbnailUrl}
              alt={title}
              className="max-w-full justify-self-start border border-line-1 bg-sunken"
            />
          )}
        </article>
      ))}
      {preview.isCut ? <p className="text-ink-3">{t('isCut')}</p> : null}
    </section>
  );
}
