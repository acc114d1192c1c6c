'use client';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { DockEmpty } from '#components/editor/dock/dock-empty.tsx';
import { useRunOutline } from '#components/editor/run/run-overlay.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';

const LazyShownRun = lazyPart(async () => (await import('#components/editor/dock/dock-shown-run.tsx')).DockShownRun);

type DockRunProps = {
  /** Not known yet whether there is a run. */
  isLoading: boolean;
  /** Of those that are listed. */
  latestRunId: string | undefined;
  onOpenOutput: () => void;
};

/** The shown run, whose code is loaded with the first one. */
export function DockRun({ isLoading, latestRunId, onOpenOutput }: DockRunProps) {
  const t = useTranslations('dock');
  const runId = useRunOutline()?.runId;
  const looking = <p className="p-4 text-ink-3">{t('looking')}</p>;
  if (runId === undefined) return isLoading ? looking : <DockEmpty latestRunId={latestRunId} />;
  return (
    <Suspense fallback={looking}>
      <LazyShownRun runId={runId} onOpenOutput={onOpenOutput} />
    </Suspense>
  );
}
