'use client';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ArtifactPicture } from '#components/artifacts/artifact-picture.tsx';
import { ReviseSlide } from '#components/artifacts/revise-slide.tsx';
import { Button } from '#components/ui/button.tsx';
import type { ArtifactPreview } from '#lib/api/artifacts.contract.ts';

type SlideDeckProps = {
  preview: ArtifactPreview;
  name: string;
  /** The slide that is shown first, counted from 0. */
  firstShown: number;
  canRevise: boolean;
  onRevised: () => Promise<void>;
};

/** Slides as a strip, and the chosen one large, with the notes of the speaker and the form that makes it again. */
export function SlideDeck({ preview, name, firstShown, canRevise, onRevised }: SlideDeckProps) {
  const t = useTranslations('artifacts');
  const { artifactId, pages } = preview;
  const [chosen, setChosen] = useState(firstShown);
  const index = Math.min(chosen, pages.length - 1);
  const page = pages[index];
  if (!page) return <p className="p-4 text-ink-2">{t('noSlides')}</p>;
  const step = (by: number) => setChosen(Math.min(pages.length - 1, Math.max(0, index + by)));
  return (
    <div className="grid grid-cols-1 min-h-0 grow grid-rows-[auto_minmax(0,1fr)] md:grid-cols-[172px_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)]">
      <nav
        aria-label={t('slidesOf', { name })}
        className="flex gap-2 overflow-x-auto border-line-1 bg-sunken p-2 max-md:border-b md:flex-col md:overflow-x-hidden md:overflow-y-auto md:border-r"
      >
        {pages.map(({ index: at, title, thumbnailUrl }) => (
          <button
            key={at}
            type="button"
            aria-current={at === index || undefined}
            aria-label={t('slide', { number: at + 1, title })}
            onClick={() => setChosen(at)}
            className="relative w-28 shrink-0 overflow-hidden rounded-control border border-line-2 bg-raised aria-[current]:outline-2 aria-[current]:outline-accent md:w-full"
          >
            <ArtifactPicture url={thumbnailUrl ?? ''} alt="" loading="lazy" className="aspect-video w-full object-contain" />
            <span className="num absolute right-1 bottom-1 rounded-chip bg-raised px-1 text-meta text-ink-2">{at + 1}</span>
          </button>
        ))}
      </nav>
      <div className="flex min-h-0 min-w-0 flex-col gap-3 overflow-y-auto p-4">
        <ArtifactPicture
          url={page.thumbnailUrl ?? ''}
          alt={`${page.title}\n${page.content}`}
          data-slide={index}
          className="aspect-video w-full max-w-[880px] shrink-0 self-center border border-line-1 bg-sunken object-contain"
        />
        <div className="flex items-center gap-2 self-center">
          <Button size="icon" aria-label={t('previous')} disabled={index === 0} onClick={() => step(-1)}>
            <ChevronLeft size={14} aria-hidden="true" />
          </Button>
          <span className="num text-ink-2">{t('position', { number: index + 1, count: pages.length })}</span>
          <Button size="icon" aria-label={t('next')} disabled={index === pages.length - 1} onClick={() => step(1)}>
            <ChevronRight size={14} aria-hidden="true" />
          </Button>
        </div>
        {page.notes === '' ? null : (
          <section aria-label={t('notes')} className="grid gap-1 border-t border-line-1 pt-3">
            <h3 className="text-meta font-strong text-ink-2">{t('notes')}</h3>
            <p className="whitespace-pre-wrap wrap-anywhere">{page.notes}</p>
          </section>
        )}
        {canRevise ? (
          <ReviseSlide key={index} artifactId={artifactId} pageIndex={index} onRevised={onRevised} />
        ) : (
          <p className="border-t border-line-1 pt-3 text-ink-3">{t('cannotRevise')}</p>
        )}
      </div>
    </div>
  );
}
