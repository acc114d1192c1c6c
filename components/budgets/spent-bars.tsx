'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { type Limit, limitsOf } from '#components/budgets/limits-of.ts';
import type { SpentBudget } from '#lib/api/budgets.contract.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';

/** Fraction of a limit from which on it counts as nearly used up. */
const NEARLY_USED_SHARE = 0.8;

/** Today's usage of a budget: a bar for each limit, and what happens when one is exceeded. */
export function SpentBars({ spent }: { spent: SpentBudget }) {
  const t = useTranslations('Budgets');
  const limits = limitsOf(spent);
  if (limits.length === 0) return <p className="text-ink-2">{t('none')}</p>;
  return (
    <div className="grid gap-1">
      {limits.map((limit) => (
        <SpentBar key={limit.what} limit={limit} />
      ))}
      <p className="text-meta text-ink-3">{t(`${spent.budget?.onBudget ?? 'stop'}Help`)}</p>
    </div>
  );
}

/** Smaller counts are as short with all their digits. */
const COMPACT_FROM = 10_000;
const compactFrom = (count: number) => (count < COMPACT_FROM ? {} : { notation: 'compact' as const });

function SpentBar({ limit: { what, used, max, isRaised } }: { limit: Limit }) {
  const t = useTranslations('Budgets');
  const format = useFormatter();
  const amount = (count: number) =>
    what === 'cost' ? formatUsd(count) : t('tokenCount', { count: format.number(count, compactFrom(count)) });
  const share = used / max;
  const state = share >= 1 ? 'usedUp' : share >= NEARLY_USED_SHARE ? 'nearly' : undefined;
  const colour = state === 'usedUp' ? 'bg-failed' : state === 'nearly' ? 'bg-waiting' : 'bg-ink-2';
  return (
    <p data-limit={what} className="flex min-w-0 flex-wrap items-center gap-x-2 tabular-nums">
      <span aria-hidden="true" className="h-1.5 w-16 shrink-0 overflow-hidden rounded-chip bg-line-2">
        <span className={`block h-full ${colour}`} style={{ width: `${Math.min(1, share) * 100}%` }} />
      </span>
      <span>{t('usedOf', { used: amount(used), max: amount(max) })}</span>
      {isRaised ? <span className="text-meta text-ink-3">{t('raised')}</span> : null}
      {state ? <span className={`text-meta ${state === 'usedUp' ? 'text-failed' : 'text-waiting'}`}>{t(state)}</span> : null}
    </p>
  );
}
