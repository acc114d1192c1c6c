'use client';
import { useTranslations } from 'use-intl';
import { PageFrame } from '#components/shell/page-frame.tsx';
import type { RailPage } from '#components/shell/rail-links.ts';

const ROW_COUNT = 6;

/** The outline of a page while its data loads. */
export function PageLoading({ page }: { page: RailPage }) {
  const t = useTranslations('rail');
  return (
    <PageFrame
      title={t(`pages.${page}`)}
      badge={
        <p role="status" className="text-ink-2">
          {t('loading')}
        </p>
      }
    >
      {Array.from({ length: ROW_COUNT }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: empty rows are all the same
        <div key={index} className="flex h-12 items-center border-b border-line-1 px-4" aria-hidden="true">
          <span className="h-3 w-60 rounded-chip bg-sunken" />
        </div>
      ))}
    </PageFrame>
  );
}
