'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';

/** Breadcrumb from a run to the list of runs. */
export function RunsCrumb() {
  const t = useTranslations('runs');
  return (
    <Link href="/runs" prefetch={false} className="rounded-control px-1 text-ink-2 hover:text-ink-1">
      {t('title')}
    </Link>
  );
}
