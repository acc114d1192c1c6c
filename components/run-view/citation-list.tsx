'use client';
import { ExternalLink } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { visibleText } from '#lib/i18n/visible-text.ts';
import { type Citation, citationSchema, isOwn } from '#lib/text/citation.ts';

/** Sources by number, each as a link to its page. */
export function CitationList({ citations }: { citations: readonly Citation[] }) {
  const t = useTranslations('citations');
  return (
    <section aria-label={t('title')} className="min-w-0">
      <h3 className="text-meta text-ink-3">{t('title')}</h3>
      <ol className="mt-0.5 grid gap-1">
        {citations.map(({ index, url, title, domain, snippet, place, page }) => (
          <li key={index} id={`source-${index}`} data-citation={index} className="grid grid-cols-[28px_minmax(0,1fr)]">
            <span className="num text-ink-3">[{index}]</span>
            <span className="min-w-0">
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                title={t('open', { title: visibleText(title) })}
                className="inline-flex max-w-full items-baseline gap-1 font-strong text-accent hover:underline"
              >
                <span className="truncate">{visibleText(title)}</span>
                <ExternalLink size={11} aria-hidden="true" className="shrink-0" />
              </a>{' '}
              <span className="text-meta text-ink-3">{domain}</span>
              {place === undefined && page === undefined ? null : (
                <span className="block text-meta text-ink-3 wrap-anywhere">
                  {[
                    ...(page === undefined ? [] : [t('page', { page })]),
                    ...(place === undefined ? [] : [visibleText(place)]),
                  ].join(' · ')}
                </span>
              )}
              {snippet === '' ? null : <span className="line-clamp-2 text-ink-2 wrap-anywhere">{visibleText(snippet)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A value that is a list of citations with addresses of pages; undefined for any other. */
export function citationsIn(value: unknown): readonly Citation[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const read = citationSchema.array().safeParse(value).data;
  return read?.every(({ url }) => /^https?:\/\//i.test(url) || isOwn(url)) ? read : undefined;
}
