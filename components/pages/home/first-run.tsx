'use client';
import { Check, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import type { TemplateResource } from '#components/data/listed.ts';
import { Button } from '#components/ui/button.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';

/** Canvas and timeline of a run: nothing that the list of workflows needs. */
const SampleRun = lazyPart(async () => (await import('#components/pages/home/sample-run.tsx')).SampleRun);

type FirstRunProps = {
  sample: TemplateResource | undefined;
  isDemo: boolean;
  isMaking: boolean;
  onNew: () => void;
  /** Opens the sample as a workflow of the person's own. */
  onOpenSample: (sample: TemplateResource) => void;
};

/** Shown instead of the list while there are no workflows. */
export function FirstRun({ sample, isDemo, isMaking, onNew, onOpenSample }: FirstRunProps) {
  const t = useTranslations('home');
  // Rendered on the server it would show a button that does nothing yet.
  const isHydrated = useIsHydrated();
  return (
    <div className="grid gap-6 px-4 py-8 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:items-start md:py-8">
      <div className="grid justify-items-start gap-2">
        <h2 className="text-title font-title">{t('empty')}</h2>
        <p className="max-w-[48ch] text-name text-ink-2">{t('emptyText')}</p>
        <Button size="large" onClick={onNew} aria-disabled={isMaking || undefined} className="mt-2">
          <Plus size={13} aria-hidden="true" />
          {t('emptyNew')}
        </Button>
        {isDemo ? (
          <p className="flex items-center gap-2 pt-2 text-ink-2">
            <Check size={14} aria-hidden="true" className="shrink-0 text-succeeded" />
            {t('demoReady')}
          </p>
        ) : null}
      </div>
      {sample && isHydrated ? (
        <Suspense fallback={<Coming />}>
          <SampleRun sample={sample} isFree={isDemo} isMaking={isMaking} onOpen={() => onOpenSample(sample)} />
        </Suspense>
      ) : sample ? (
        <Coming />
      ) : null}
    </div>
  );
}

/** Placeholder until the sample is loaded. */
function Coming() {
  return <div aria-busy="true" className="min-h-150" />;
}
