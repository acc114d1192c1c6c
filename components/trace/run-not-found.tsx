'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { Notice } from '#components/ui/notice.tsx';

export function RunNotFound({ runId }: { runId: string }) {
  const t = useTranslations();
  return (
    <main id="main" className="grow bg-panel p-4 md:p-8">
      <div className="max-w-[64ch]">
        <h1 className="sr-only">{t('run.title')}</h1>
        <Notice title={t('run.notFound', { id: runId })} code="run-not-found">
          <p className="pb-2">{t('trace.notFoundText')}</p>
          <Link href="/runs" prefetch={false} className="text-accent underline">
            {t('trace.toRuns')}
          </Link>
        </Notice>
      </div>
    </main>
  );
}
