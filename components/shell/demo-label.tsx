'use client';
import { FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'use-intl';

/** Says that no real model answers, wherever answers are shown, and leads to where one is configured. */
export function DemoLabel() {
  const t = useTranslations('demo');
  return (
    <Link
      href="/models"
      prefetch={false}
      title={t('text')}
      className="group/demo flex min-h-6 min-w-0 items-center gap-2 rounded-control text-ink-2"
    >
      <span className="inline-flex h-4 shrink-0 items-center gap-1 rounded-chip border border-waiting-line bg-waiting-bg px-1.5 text-meta text-waiting">
        <FlaskConical size={11} aria-hidden="true" />
        {t('label')}
      </span>
      <span className="truncate text-meta group-hover/demo:underline max-lg:sr-only">{t('text')}</span>
    </Link>
  );
}
