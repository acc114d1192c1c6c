'use client';
import { useTranslations } from 'use-intl';

const ROW_COUNT = 6;

/** The outline of the home page while the list is asked for. */
export function HomeLoading() {
  const t = useTranslations('home');
  return (
    <main id="main" aria-busy="true" className="grow bg-panel">
      <div className="flex h-11 items-center border-b border-line-1 px-4">
        <h1 className="text-title font-title">{t('title')}</h1>
        <p role="status" className="pl-4 text-ink-2">
          {t('loading')}
        </p>
      </div>
      {Array.from({ length: ROW_COUNT }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: empty rows are all the same
        <div key={index} className="flex h-12 items-center border-b border-line-1 px-4" aria-hidden="true">
          <span className="h-3 w-60 rounded-chip bg-sunken" />
        </div>
      ))}
    </main>
  );
}
