'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { FactTable } from '#components/ui/fact-table.tsx';
import type { MonitorResource } from '#lib/api/monitor.contract.ts';

/** Why runs failed, by code, each with the run it happened to last. */
export function ErrorTable({ errors }: Pick<MonitorResource, 'errors'>) {
  const t = useTranslations('monitor');
  if (errors.length === 0) return <p className="text-ink-2">{t('noErrors')}</p>;
  const columns = [
    { key: 'code', title: t('error') },
    { key: 'count', title: t('count'), isNumber: true },
    { key: 'last', title: t('lastRun') },
  ];
  const rows = errors.map(({ code, count, lastRunId }) => ({
    id: code,
    cells: [
      <code key="code">{code}</code>,
      count,
      <Link key="last" href={`/runs/${encodeURIComponent(lastRunId)}`} prefetch={false} className="underline">
        <code>{lastRunId}</code>
      </Link>,
    ],
  }));
  return <FactTable label={t('errors')} columns={columns} rows={rows} />;
}
