'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { costOfRuns } from '#lib/i18n/cost-text.ts';
import { surfaces } from '#lib/run/run-origin.ts';

/** Runs of the endpoint in the last 30 days, by interface. */
export function UsageSection({ slug }: { slug: string }) {
  const t = useTranslations('usage');
  const format = useFormatter();
  const { data } = useQuery({
    queryKey: ['usage-report', 'of-endpoint', slug],
    queryFn: ({ signal }) => apiClient.getUsageReport({ query: { group: 'surface', slug } }, { signal }),
    staleTime: 60_000,
  });
  const nameOf = (id: string | null) => {
    const surface = surfaces.find((known) => known === id);
    return surface ? t(`surfaces.${surface}`) : t('none.surface');
  };
  const noPrice = useTranslations('costs')('noPrice');
  return (
    <section aria-labelledby="usage-title" className="grid gap-1" data-endpoint-usage={data?.total.runs}>
      <h4 id="usage-title" className="text-meta font-strong text-ink-3">
        {t('lastDays')}
      </h4>
      {data?.total.runs === 0 ? <p className="text-ink-2">{t('noRuns')}</p> : null}
      <ul>
        {(data?.groups ?? []).map(({ id, runs, failed, ...costs }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2 border-b border-line-1 py-1">
            <span className="min-w-0 grow wrap-anywhere">{nameOf(id)}</span>
            <span className="text-ink-2 tabular-nums">
              {t('shortFacts', { runs: format.number(runs), failed, cost: costOfRuns(costs, noPrice) })}
            </span>
          </li>
        ))}
      </ul>
      <Link
        href={`/usage?slug=${slug}&days=30&group=client`}
        prefetch={false}
        className="inline-flex min-h-6 w-fit items-center text-accent underline"
      >
        {t('allUsage')}
      </Link>
    </section>
  );
}
