'use client';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useLast } from '#components/data/use-last.ts';
import { formatUsageAddress, toUsageQuery, type UsageAddress, usageRanges } from '#components/pages/usage/usage-address.ts';
import { UsageBars } from '#components/pages/usage/usage-bars.tsx';
import { UsageFigures } from '#components/pages/usage/usage-figures.tsx';
import { UsageTable } from '#components/pages/usage/usage-table.tsx';
import { EmptyState, EmptyStateLink } from '#components/shell/empty-state.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button, linkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { type UsageReport, usageGroupings } from '#lib/api/usage.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

type UsagePageProps = {
  readonly first: UsageReport;
  /** What the first report is of. */
  readonly address: UsageAddress;
};

/** Who starts how many runs: by interface, client, key, deployment or day. */
export function UsagePage({ first, address: loaded }: UsagePageProps) {
  const t = useTranslations('usage');
  const [address, setAddress] = useState(loaded);
  const { data, error, refetch } = useQuery({
    queryKey: ['usage-report', address],
    queryFn: ({ signal }) => apiClient.getUsageReport({ query: toUsageQuery(address, Date.now()) }, { signal }),
    staleTime: 60_000,
    ...(address === loaded && { initialData: first }),
  });
  const report = useLast(data, first);
  const show = (change: Partial<UsageAddress>) => {
    const next = { ...address, ...change };
    setAddress(next);
    window.history.replaceState(window.history.state, '', formatUsageAddress(next));
  };
  const csvQuery = new URLSearchParams({ ...toUsageQuery(address, Date.parse(report.to)), to: report.to });
  return (
    <PageFrame
      title={useTranslations('rail')('pages.usage')}
      about={t('about')}
      actions={
        <Segmented
          label={t('range')}
          value={address.range}
          options={usageRanges.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
          onChange={(range) => show({ range })}
        />
      }
    >
      <div className="grid gap-6 p-4 pb-10" data-usage-group={report.group}>
        {error ? (
          <Notice title={t('notLoaded')}>
            <p className="pb-2">{errorMessage(error)}</p>
            <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
          </Notice>
        ) : null}
        {address.slug === undefined ? null : (
          <p className="flex flex-wrap items-center gap-2">
            {t.rich('onlySlug', { slug: address.slug, code: (text) => <code>{text}</code> })}
            <Button onClick={() => show({ slug: undefined })}>{t('allDeployments')}</Button>
          </p>
        )}
        {report.total.runs === 0 ? (
          <Empty />
        ) : (
          <>
            <UsageFigures numbers={report.total} />
            <UsageBars days={report.days} total={report.total} />
            <section aria-label={t('by')} className="grid min-w-0 gap-2">
              <div className="flex flex-wrap items-center gap-2">
                <div className="max-w-full overflow-x-auto">
                  <Segmented
                    label={t('by')}
                    value={address.group}
                    options={usageGroupings.map((value) => ({ value, label: t(`groups.${value}`) }))}
                    onChange={(group) => show({ group })}
                  />
                </div>
                <span className="grow" />
                <a href={`/api/v1/usage/report.csv?${csvQuery}`} download className={linkButton}>
                  <Download size={13} aria-hidden="true" />
                  {t('export')}
                </a>
              </div>
              <UsageTable report={report} />
            </section>
          </>
        )}
        <p className="max-w-[90ch] text-meta text-ink-3">{t('note')}</p>
      </div>
    </PageFrame>
  );
}

function Empty() {
  const t = useTranslations('usage');
  return (
    <EmptyState icon={ChartColumn} title={t('empty')} text={t('emptyText')}>
      <EmptyStateLink href="/workflows">{t('toWorkflows')}</EmptyStateLink>
    </EmptyState>
  );
}
