'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';

/** An empty list: because of the filters, or because nothing has run. */
export function NoRuns({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useTranslations('runs');
  const links = isNarrowed ? { href: '/runs', text: t('filters.clear') } : { href: '/', text: t('toWorkflows') };
  return (
    <div className="max-w-[64ch] px-4 py-6">
      <h2 className="text-name font-title">{t(isNarrowed ? 'noneFound' : 'empty')}</h2>
      <p className="pt-1 pb-2 text-ink-2">{t(isNarrowed ? 'noneFoundText' : 'emptyText')}</p>
      <Link href={links.href} prefetch={false} className="text-accent underline">
        {links.text}
      </Link>
    </div>
  );
}
