'use client';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ArtifactIcon } from '#components/artifacts/artifact-icon.tsx';
import { ArtifactPicture } from '#components/artifacts/artifact-picture.tsx';
import { ArtifactQueries } from '#components/artifacts/artifact-queries.tsx';
import { DownloadButton } from '#components/artifacts/download-button.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { Button } from '#components/ui/button.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { ApiError } from '#lib/api/api-error.ts';
import type { ArtifactPreview } from '#lib/api/artifacts.contract.ts';
import { formatSize } from '#lib/i18n/format-size.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

const LazyViewer = lazyPart(async () => (await import('#components/artifacts/artifact-viewer.tsx')).ArtifactViewer);
/** Slides that a card shows; the viewer has all of them. */
const SLIDES_SHOWN = 6;
const EXCERPT_CHARS = 400;
const PREVIEW_MARGIN = '200px';

/** An artifact as its turn made it; the card reads the newest version. */
export type CardArtifact = {
  readonly artifactId: string;
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number | undefined;
  readonly revision: number;
};

/** An artifact in a conversation: its newest version, seen, opened and saved. */
export function ArtifactCard({ artifact }: { readonly artifact: CardArtifact }) {
  return (
    <ArtifactQueries>
      <Card artifact={artifact} />
    </ArtifactQueries>
  );
}

function Card({ artifact }: { readonly artifact: CardArtifact }) {
  const t = useTranslations('artifacts');
  const { artifactId } = artifact;
  const card = useRef<HTMLElement>(null);
  const isSeen = useIsSeen(card);
  const [openAt, setOpenAt] = useState<number>();
  const file = useQuery({
    // Each version that a turn makes is looked up.
    queryKey: ['artifact', artifactId, artifact.revision],
    queryFn: ({ signal }) => apiClient.getFile({ params: { id: artifactId } }, { signal }),
    enabled: isSeen,
  });
  const newest = file.data;
  const { mediaType, sizeBytes, revision } = newest ?? artifact;
  const name = visibleText(newest?.name ?? artifact.name);
  const preview = useQuery({
    queryKey: ['artifact-preview', artifactId, revision],
    queryFn: ({ signal }) => apiClient.previewArtifact({ params: { id: artifactId }, query: { revision } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: newest !== undefined,
  });
  const isGone = file.error instanceof ApiError && file.error.status === 404;
  return (
    <section
      ref={card}
      aria-label={name === '' ? t('title') : name}
      data-artifact={name}
      data-revision={revision}
      className="grid min-w-0 max-w-160 overflow-hidden rounded-control border border-line-2 bg-raised"
    >
      <header className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 px-2 py-1.5">
        <ArtifactIcon mediaType={mediaType} />
        <span className="min-w-24 grow basis-0 font-strong wrap-anywhere">{name}</span>
        {sizeBytes === undefined ? null : <span className="num text-meta text-ink-3">{formatSize(sizeBytes)}</span>}
        {revision > 1 ? <Tag>{t('version', { version: revision })}</Tag> : null}
        {newest ? (
          <span className="flex gap-1">
            <Button onClick={() => setOpenAt(0)} aria-label={t('previewOf', { name })}>
              <Eye size={14} aria-hidden="true" />
              {t('preview')}
            </Button>
            <DownloadButton artifactId={artifactId} name={newest.name} revision={revision} isIcon />
          </span>
        ) : null}
      </header>
      {isGone ? <p className="border-t border-line-1 px-2 py-1.5 text-ink-3">{t('gone')}</p> : null}
      {preview.data ? <CardPreview preview={preview.data} name={name} onOpen={setOpenAt} /> : null}
      {openAt === undefined ? null : (
        <Suspense fallback={null}>
          <LazyViewer
            artifactId={artifactId}
            page={openAt}
            onClose={() => {
              setOpenAt(undefined);
              void file.refetch();
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

type CardPreviewProps = { preview: ArtifactPreview; name: string; onOpen: (page: number) => void };

function CardPreview({ preview: { type, pages }, name, onOpen }: CardPreviewProps) {
  const t = useTranslations('artifacts');
  const [first] = pages;
  if (!first) return null;
  if (type === 'slides')
    return (
      <ul aria-label={t('slidesOf', { name })} className="flex gap-2 overflow-x-auto border-t border-line-1 bg-sunken p-2">
        {pages.slice(0, SLIDES_SHOWN).map(({ index, title, thumbnailUrl }) => (
          <li key={index} className="shrink-0">
            <button
              type="button"
              aria-label={t('slide', { number: index + 1, title: visibleText(title) })}
              onClick={() => onOpen(index)}
              className="relative block w-36 overflow-hidden rounded-control border border-line-2 bg-raised hover:border-accent"
            >
              <ArtifactPicture url={thumbnailUrl ?? ''} alt="" className="aspect-video w-full object-contain" />
              <span className="num absolute right-1 bottom-1 rounded-chip bg-raised px-1 text-meta text-ink-2">{index + 1}</span>
            </button>
          </li>
        ))}
        {pages.length > SLIDES_SHOWN ? (
          <li className="grid shrink-0 place-items-center px-1">
            <Button look="quiet" onClick={() => onOpen(SLIDES_SHOWN)}>
              {t('moreSlides', { count: pages.length - SLIDES_SHOWN })}
            </Button>
          </li>
        ) : null}
      </ul>
    );
  if (first.thumbnailUrl !== null)
    return (
      <button
        type="button"
        aria-label={t('previewOf', { name })}
        onClick={() => onOpen(0)}
        className="border-t border-line-1 bg-sunken p-2"
      >
        <ArtifactPicture url={first.thumbnailUrl} alt="" className="mx-auto max-h-72 max-w-full object-contain" />
      </button>
    );
  const excerpt = visibleText(first.content.slice(0, EXCERPT_CHARS))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n');
  if (excerpt === '') return null;
  return (
    <div className="border-t border-line-1 px-2 py-1.5">
      <p className="line-clamp-3 leading-5 whitespace-pre-wrap text-ink-2 wrap-anywhere">{excerpt}</p>
    </div>
  );
}

/** Whether an element was near the visible part of the page once: reading a document costs the server a process. */
function useIsSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const observed = element.current;
    if (!observed || isSeen) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
      },
      { rootMargin: PREVIEW_MARGIN },
    );
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
