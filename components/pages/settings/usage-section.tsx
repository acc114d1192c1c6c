'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { EditableBudget } from '#components/budgets/editable-budget.tsx';
import { apiClient } from '#components/data/api-client.ts';
import type { KeyUsage, UsageResource } from '#lib/api/budgets.contract.ts';
import { costSumText } from '#lib/i18n/cost-text.ts';
import type { Budget } from '#lib/ports/budget-book.ts';

/** What models cost and used today, of the workspace and of each key that has a budget. */
export function UsageSection({ usage: loaded }: { usage: UsageResource }) {
  const t = useTranslations('Budgets');
  const format = useFormatter();
  const { data: usage, refetch } = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => apiClient.getUsage({}, { signal }),
    initialData: loaded,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { runs, outsideRuns, workspace, keys } = usage;
  const save = async (change: Promise<unknown>) => {
    await change;
    await refetch({ throwOnError: true });
  };
  const noPrice = useTranslations('costs')('noPrice');
  const setKey = ({ id, slug }: KeyUsage, budget: Budget | null) =>
    apiClient.setKeyBudget({ params: { slug, keyId: id }, body: { budget } });
  return (
    <dl className="grid border-t border-line-1">
      <Row title={t('today')}>
        <span className="tabular-nums" data-usage="today">
          {t('allRuns', {
            runs: runs.count,
            tokens: format.number(runs.tokens),
            cost: costSumText(runs, noPrice),
          })}
        </span>
        {outsideRuns.tokens > 0 ? (
          <p className="pt-1 text-ink-3 tabular-nums" data-usage="outside-runs">
            {t('outsideRuns', { tokens: format.number(outsideRuns.tokens), cost: costSumText(outsideRuns, noPrice) })}
          </p>
        ) : null}
      </Row>
      <Row title={t('workspace')}>
        <EditableBudget
          id="day-budget"
          name={t('workspace')}
          spent={workspace}
          onSave={(budget) => save(apiClient.setDayBudget({ body: { budget } }))}
        />
        {workspace.budget && workspace.tokens < runs.tokens ? (
          <p className="pt-1 text-ink-3" data-counted="partly">
            {t('countedPartly')}
          </p>
        ) : null}
      </Row>
      {keys.map((key) => (
        <Row key={key.id} title={key.name} about={`/${key.slug}`}>
          <EditableBudget id={`budget-${key.id}`} name={key.name} spent={key} onSave={(budget) => save(setKey(key, budget))} />
        </Row>
      ))}
      <Row title={t('keys')}>
        <span className="text-ink-2">{t('keysText')}</span>
      </Row>
    </dl>
  );
}

function Row({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <div className="grid min-h-8 items-baseline gap-x-4 gap-y-1 md:grid-cols-[minmax(0,160px)_minmax(0,1fr)] border-b border-line-1 py-1.5">
      <dt className="text-ink-2 wrap-anywhere">
        {title}
        {about ? <code className="block text-meta text-ink-3">{about}</code> : null}
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
