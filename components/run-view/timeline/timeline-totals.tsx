'use client';
import { useTranslations } from 'use-intl';
import { costText } from '#lib/i18n/cost-text.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';

/** What a run may use; undefined where the workflow sets no limit. */
export type RunBudget = { readonly maxTokens: number | undefined; readonly maxCostUsd: number | undefined };

type TimelineTotalsProps = { elapsedMs: number; tokens: number; costUsd: number | undefined; budget: RunBudget };

/** Time, tokens and cost of the run at the moment that is shown, and how much of its limit that is. */
export function TimelineTotals({ elapsedMs, tokens, costUsd, budget }: TimelineTotalsProps) {
  const t = useTranslations('dock');
  const cost = costText({ costUsd, tokens }, useTranslations('costs')('noPrice'));
  return (
    <span className="num flex shrink-0 items-center gap-3 whitespace-nowrap text-ink-2">
      <span data-total="elapsed" className="font-strong text-ink-1">
        {formatDuration(elapsedMs)}
      </span>
      <span data-total="tokens" className="hidden @min-[720px]:inline">
        {t('tokens', { count: tokens })}
      </span>
      {cost === '' ? null : (
        <span data-total="cost" className="font-strong text-ink-1">
          {cost}
        </span>
      )}
      <Budget tokens={tokens} costUsd={costUsd} budget={budget} />
    </span>
  );
}

function Budget({ tokens, costUsd, budget: { maxTokens, maxCostUsd } }: Omit<TimelineTotalsProps, 'elapsedMs'>) {
  const t = useTranslations('dock');
  const limit =
    maxCostUsd !== undefined
      ? { used: costUsd ?? 0, max: maxCostUsd, text: formatUsd(maxCostUsd) }
      : maxTokens !== undefined
        ? { used: tokens, max: maxTokens, text: t('tokens', { count: maxTokens }) }
        : undefined;
  if (!limit) return null;
  const share = Math.min(limit.used / limit.max, 1);
  return (
    <span data-total="budget" className="hidden items-center gap-1.5 @min-[960px]:flex">
      {t('budget')}
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> brings its own colours */}
      <span
        role="meter"
        aria-label={t('budget')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-1 w-14 overflow-hidden rounded-chip bg-line-2"
      >
        <span className={`block h-full ${share >= 0.9 ? 'bg-failed' : 'bg-ink-2'}`} style={{ width: `${share * 100}%` }} />
      </span>
      {limit.text}
    </span>
  );
}
