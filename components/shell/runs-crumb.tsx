'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';

/** The way from a run to all of them. */
export function RunsCrumb() {
  const t = useTranslations('runs');
  return (
    <Link href="/runs" prefetch={false} className="rounded-control px-1 text-ink-2 hover:text-ink-1">
      {t('title')}
    </Link>
  );
}
