'use client';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { NodeState } from '#lib/run/run-state.ts';

/** What a node says of its value, each with what to do about it. */
export function WarningList({ warnings }: { warnings: NonNullable<NodeState['warnings']> }) {
  const t = useTranslations('canvasRun');
  return (
    <ul aria-label={t('warnings')} data-part="warnings" className="grid gap-1">
      {warnings.map(({ code, message, hint }) => (
        <li key={`${code} ${message}`} className="grid grid-cols-[16px_minmax(0,1fr)] gap-1 text-waiting">
          <TriangleAlert size={13} aria-hidden="true" className="mt-0.5" />
          <span className="min-w-0 wrap-anywhere">
            {visibleText(message)}
            {hint === undefined ? null : <span className="block text-ink-2">{visibleText(hint)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
