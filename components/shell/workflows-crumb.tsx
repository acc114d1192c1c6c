'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';

/** The way from a workflow to all of them. */
export function WorkflowsCrumb() {
  const t = useTranslations('editor.bar');
  return (
    <>
      <Link
        href="/workflows"
        prefetch={false}
        className="flex h-7 shrink-0 items-center rounded-control px-0.5 text-ink-2 hover:text-ink-1"
      >
        {t('workflows')}
      </Link>
      <span aria-hidden="true" className="text-ink-3">
        /
      </span>
    </>
  );
}
