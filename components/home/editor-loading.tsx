'use client';
import { useTranslations } from 'use-intl';

/** The outline of the editor while its workflow is read. */
export function EditorLoading() {
  const t = useTranslations('home');
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="h-(--bar-top) shrink-0 border-b border-line-1 bg-chrome" />
      <div className="flex min-h-0 grow">
        <div className="w-(--palette) shrink-0 border-r border-line-2 bg-chrome max-lg:hidden" />
        <main id="main" className="grid grow place-content-center">
          <p role="status" className="text-ink-2">
            {t('openingWorkflow')}
          </p>
        </main>
        <div className="w-(--inspector) shrink-0 border-l border-line-2 bg-panel max-md:hidden" />
      </div>
    </div>
  );
}
