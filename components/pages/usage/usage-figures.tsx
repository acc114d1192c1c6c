'use client';
import { useFormatter, useTranslations } from 'use-intl';
import type { UsageReport } from '#lib/api/usage.contract.ts';
import { costOfRuns } from '#lib/i18n/cost-text.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';

/** The sums of a report in large figures. */
export function UsageFigures({ numbers }: { numbers: UsageReport['total'] }) {
  const t = useTranslations('usage');
  const format = useFormatter();
  const noPrice = useTranslations('costs')('noPrice');
  const { runs, failed, tokens, p50Ms, p95Ms } = numbers;
  const facts = [
    ['runs', format.number(runs)],
    ['failed', t('failedShare', { failed: format.number(failed), share: runs === 0 ? 0 : failed / runs })],
    ['tokens', format.number(tokens, { notation: tokens < 10_000 ? 'standard' : 'compact' })],
    ['cost', costOfRuns(numbers, noPrice)],
    ['p50', p50Ms === null ? '–' : formatDuration(p50Ms)],
    ['p95', p95Ms === null ? '–' : formatDuration(p95Ms)],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {facts.map(([key, value]) => (
        <div key={key} data-fact={key}>
          <dt className="text-meta text-ink-3">{t(key)}</dt>
          <dd className="text-name font-strong tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
