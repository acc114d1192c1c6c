'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { Notice } from '#components/ui/notice.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';

export function UnknownRun({ runId }: { runId: string }) {
  const t = useTranslations();
  return (
    <div className="bg-panel p-4 md:col-span-2 md:p-8">
      <div className="max-w-[64ch]">
        <h1 className="sr-only">{t('run.title')}</h1>
        <Notice title={t('run.notFound', { id: visibleText(runId) })} code="run-not-found">
          <p className="pb-2">{t('run.notFoundText')}</p>
          <Link href="/?template=" prefetch={false} className="text-accent underline">
            {t('run.toTemplates')}
          </Link>
        </Notice>
      </div>
    </div>
  );
}
