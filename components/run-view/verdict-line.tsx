'use client';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { Verdict } from '#lib/run/verdict.ts';

/** What a check of a tool's result found, and who checked. */
export function VerdictLine({ verdict }: { verdict: Verdict }) {
  const t = useTranslations('verdict');
  const { isValid, isUnclear, by, reason, problems = [] } = verdict;
  const state = isUnclear ? 'unclear' : isValid ? 'valid' : 'invalid';
  const Icon = state === 'valid' ? CircleCheck : TriangleAlert;
  const further = problems.filter((problem) => problem !== reason);
  return (
    <div data-verdict={state} className={`grid grid-cols-[16px_minmax(0,1fr)] gap-1 ${isValid ? 'text-ink-2' : 'text-failed'}`}>
      <Icon size={13} aria-hidden="true" className="mt-0.5" />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-strong">{t(state)}</span>{' '}
        <span className="text-ink-3">{t('by', { name: by === 'rule' ? t('rule') : by })}</span>
        {': '}
        {visibleText(reason)}
        {further.length > 0 ? (
          <ul className="list-disc pl-4 text-ink-1">
            {further.map((problem) => (
              <li key={problem}>{visibleText(problem)}</li>
            ))}
          </ul>
        ) : null}
      </span>
    </div>
  );
}
