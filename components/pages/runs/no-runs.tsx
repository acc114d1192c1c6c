'use client';
import { ChartGantt, ListFilter } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { EmptyState, EmptyStateLink } from '#components/shell/empty-state.tsx';

/** An empty list: because of the filters, or because nothing has run. */
export function NoRuns({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useTranslations('runs');
  if (isNarrowed)
    return (
      <EmptyState icon={ListFilter} title={t('noneFound')} text={t('noneFoundText')}>
        <EmptyStateLink href="/runs">{t('filters.clear')}</EmptyStateLink>
      </EmptyState>
    );
  return (
    <EmptyState icon={ChartGantt} title={t('empty')} text={t('emptyText')} example="hello">
      <EmptyStateLink href="/workflows">{t('toWorkflows')}</EmptyStateLink>
    </EmptyState>
  );
}
