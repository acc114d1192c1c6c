'use client';
import { FlaskConical } from 'lucide-react';
import { useTranslations } from 'use-intl';

/** Says that no real model answers, wherever answers are shown. */
export function DemoLabel() {
  const t = useTranslations('demo');
  return (
    <p className="flex min-w-0 items-center gap-2 text-ink-2" title={t('text')}>
      <span className="inline-flex h-4 shrink-0 items-center gap-1 rounded-chip border border-waiting-line bg-waiting-bg px-1.5 text-meta text-waiting">
        <FlaskConical size={11} aria-hidden="true" />
        {t('label')}
      </span>
      <span className="truncate text-meta max-lg:sr-only">{t('text')}</span>
    </p>
  );
}
