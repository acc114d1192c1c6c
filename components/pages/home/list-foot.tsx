'use client';
import { useTranslations } from 'use-intl';
import type { HomeList } from '#components/pages/home/use-home-list.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

/** After the last row: nothing found, more available, or a load error. */
export function ListFoot({ list }: { list: HomeList }) {
  const t = useTranslations();
  const { rows, nextCursor, search, filter, counts, isLoading, problem } = list;
  const count = rows.length;
  return (
    <div className="grid gap-2 px-4 py-2" aria-busy={isLoading}>
      <p role="status" className="text-ink-2 empty:hidden">
        {isLoading ? t('home.loading') : null}
        {!isLoading && count === 0 && search !== '' && counts.all === 0 ? t('home.noneFound', { search }) : null}
        {!isLoading && count === 0 && filter !== 'all' && counts.all > 0 ? t('home.noneOfFilter') : null}
      </p>
      {problem ? (
        <Notice title={t('home.listFailed')}>
          <p className="pb-2">{problem}</p>
          <Button onClick={list.reload}>{t('run.tryAgain')}</Button>
        </Notice>
      ) : null}
      {nextCursor === null ? null : (
        <p className="flex flex-wrap items-center gap-3">
          <Button onClick={list.loadMore} aria-disabled={isLoading || undefined}>
            {t('home.loadMore')}
          </Button>
          <span className="text-ink-3">{t('home.shownOf', { count, total: counts[filter] })}</span>
        </p>
      )}
    </div>
  );
}
