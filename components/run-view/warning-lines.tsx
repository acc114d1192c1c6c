'use client';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** What of a tool's result was omitted or changed. */
export function WarningLines({ warnings }: { warnings: readonly string[] }) {
  const t = useTranslations('tools');
  return (
    <div className="grid grid-cols-[16px_minmax(0,1fr)] gap-1 text-ink-2">
      <TriangleAlert size={13} aria-hidden="true" className="mt-0.5" />
      <div className="min-w-0 wrap-anywhere">
        <span className="font-strong">{t('warnings')}</span>
        <ul className="list-disc pl-4 text-ink-1">
          {[...new Set(warnings)].map((warning) => (
            <li key={warning}>{visibleText(warning)}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
