'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { FactTable } from '#components/ui/fact-table.tsx';
import { MAX_USAGE_GROUPS, type UsageGroup, type UsageReport } from '#lib/api/usage.contract.ts';
import { costOfRuns } from '#lib/i18n/cost-text.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { surfaces } from '#lib/run/run-origin.ts';

/** The groups of a report, each with its share of the runs. */
export function UsageTable({ report: { group, groups, total, hasMore } }: { report: UsageReport }) {
  const t = useTranslations('usage');
  const format = useFormatter();
  const noPrice = useTranslations('costs')('noPrice');
  const took = (ms: number | null) => (ms === null ? '–' : formatDuration(ms));
  const columns = [
    { key: 'group', title: t(`groups.${group}`), isWide: true },
    ...(['runs', 'share', 'failed', 'tokens', 'cost', 'p50', 'p95'] as const).map((key) => ({
      key,
      title: t(key),
      isNumber: true,
    })),
  ];
  const rows = groups.map((row) => ({
    id: row.id ?? 'none',
    cells: [
      <GroupName key="name" group={group} row={row} />,
      format.number(row.runs),
      format.number(row.runs / Math.max(1, total.runs), { style: 'percent' }),
      row.failed === 0 ? (
        '0'
      ) : (
        <span key="failed" className="text-failed">
          {format.number(row.failed)}
        </span>
      ),
      format.number(row.tokens),
      costOfRuns(row, noPrice),
      took(row.p50Ms),
      took(row.p95Ms),
    ],
  }));
  return (
    <>
      <FactTable label={t(`groups.${group}`)} columns={columns} rows={rows} />
      {hasMore ? <p className="text-meta text-ink-3">{t('hasMore', { count: MAX_USAGE_GROUPS })}</p> : null}
    </>
  );
}

function GroupName({ group, row: { id, name } }: { group: UsageReport['group']; row: UsageGroup }) {
  const t = useTranslations('usage');
  if (id === null) return <span className="text-ink-3">{t(`none.${group}`)}</span>;
  const surface = group === 'surface' ? surfaces.find((known) => known === id) : undefined;
  if (surface) return t(`surfaces.${surface}`);
  if (group !== 'key') return <code>{id}</code>;
  return (
    <>
      {name ?? <span className="text-ink-3">{t('deletedKey')}</span>} <code className="text-meta text-ink-3">{id}</code>
    </>
  );
}
