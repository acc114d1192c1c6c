'use client';
import { useFormatter, useTranslations } from 'use-intl';
import type { UsageDay } from '#lib/api/usage.contract.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';

const HEIGHT_PX = 96;

/** Runs of each day as a bar with its failures at the foot; all of a day is in its words. */
export function UsageBars({ days }: { days: readonly UsageDay[] }) {
  const t = useTranslations('usage');
  const format = useFormatter();
  const most = Math.max(1, ...days.map(({ runs }) => runs));
  const dayOf = (day: string | undefined) =>
    day === undefined ? '' : format.dateTime(new Date(day), { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const words = ({ day, runs, failed, tokens, costUsd }: UsageDay) =>
    t('dayFacts', { day: dayOf(day), runs, failed, tokens: format.number(tokens), cost: formatUsd(costUsd) });
  return (
    <section aria-label={t('perDay')} className="min-w-0">
      <ol className="flex items-end gap-px overflow-hidden border-b border-line-2" style={{ height: HEIGHT_PX }}>
        {days.map((day) => (
          <li
            key={day.day}
            data-day={day.day}
            title={words(day)}
            className="flex h-full min-w-0 grow basis-0 flex-col-reverse hover:bg-hover"
          >
            <span className="sr-only">{words(day)}</span>
            <span aria-hidden="true" className="block bg-failed" style={{ height: `${(day.failed / most) * 100}%` }} />
            <span
              aria-hidden="true"
              className="block bg-succeeded"
              style={{ height: `${((day.runs - day.failed) / most) * 100}%` }}
            />
          </li>
        ))}
      </ol>
      <p aria-hidden="true" className="flex justify-between text-meta text-ink-3 tabular-nums">
        <span>{dayOf(days[0]?.day)}</span>
        <span>{t('mostRuns', { count: most })}</span>
        <span>{dayOf(days.at(-1)?.day)}</span>
      </p>
    </section>
  );
}
