'use client';
import Link from 'next/link';
import { useParams } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { Notice } from '#components/ui/notice.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** Next passes no parameters to a not-found page, so it reads the id from the URL. */
export function RunNotFound() {
  const t = useTranslations();
  const runId = decodeURIComponent(useParams<{ id: string }>().id);
  return (
    <main id="main" className="grow bg-panel p-4 md:p-8">
      <div className="max-w-[64ch]">
        <h1 className="sr-only">{t('run.title')}</h1>
        <Notice title={t('run.notFound', { id: visibleText(runId) })} code="run-not-found">
          <p className="pb-2">{t('trace.notFoundText')}</p>
          <Link href="/runs" prefetch={false} className="text-accent underline">
            {t('trace.toRuns')}
          </Link>
        </Notice>
      </div>
    </main>
  );
}
